import { beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ChangelogFilter,
  ChangelogQueries,
  ChangelogRecord,
} from '../../../src/changelog/application/changelog.queries.js';
import { ChangelogService } from '../../../src/changelog/application/changelog.service.js';
import type { ChangelogChanges } from '../../../src/changelog/domain/changelog.js';
import { ChangelogNotFound } from '../../../src/changelog/domain/changelog.errors.js';
import { ProjectGrant } from '../../../src/project/application/project-grant.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { type Role, roles } from '../../../src/project/domain/member.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';
import { PreconditionFailed } from '../../../src/shared/records.js';
import { aCaller } from '../../support/caller.js';
import { FakeSlugifier } from '../../support/fakes/fake-slugifier.js';
import { aProject, aUser, fakePorts } from '../../support/ports.js';

describe('ChangelogService', () => {
  let ports: ReturnType<typeof fakePorts>;
  let service: ChangelogService;
  let editor: ProjectGrant;
  let userId: string;
  /** The values of `visibleAt` that the queries received. */
  let visibleAtValues: (Date | undefined)[];

  beforeEach(async () => {
    ports = fakePorts();
    visibleAtValues = [];
    const { changelogs, unitOfWork, ids, clock } = ports;
    const queries: ChangelogQueries = {
      find: async (projectId, id, visibleAt) => {
        visibleAtValues.push(visibleAt);
        const entry = await changelogs.load(projectId, id);
        if (!entry) return null;
        const { slug, title, summary, content, image, published, publishDate } = entry;
        const texts = { id, slug, title, summary, content, image };
        const record = { ...texts, published, publish_date: publishDate.toISOString() };
        return { record: record as ChangelogRecord, version: '1' };
      },
      list: async (_projectId, filter: ChangelogFilter) => {
        visibleAtValues.push(filter.visibleAt);
        return { records: [] };
      },
      byAuthor: async () => ({ records: [] }),
    };
    service = new ChangelogService(
      changelogs,
      queries,
      new FakeSlugifier(),
      ports.events,
      unitOfWork,
      ids,
      clock,
    );
    userId = (await aUser(ports)).id;
    editor = grantOf('editor', (await aProject(ports)).id);
  });

  function grantOf(role: Role, projectId = editor.projectId): ProjectGrant {
    return new ProjectGrant(projectId, role, aCaller(userId));
  }

  const slugOf = async (title: string) => (await service.write(editor, { title })).record.slug;

  it('derives unique slugs from the first title', async () => {
    expect(await slugOf('Small Fixes!')).toBe('small-fixes');
    expect(await slugOf('small fixes')).toBe('small-fixes-2');
    expect(await slugOf('Small fixes')).toBe('small-fixes-3');
    expect(await slugOf('日本語')).toBe('entry');
    expect(await slugOf('…')).toBe('entry-2');
    expect(await slugOf('a'.repeat(150))).toBe('a'.repeat(100));
  });

  it('derives slugs for each project separately', async () => {
    await slugOf('Fixes');
    const other = grantOf('editor', (await aProject(ports)).id);
    expect((await service.write(other, { title: 'Fixes' })).record.slug).toBe('fixes');
  });

  it('gives different slugs to entries that are written concurrently', async () => {
    const slugs = await Promise.all(['Fixes', 'Fixes', 'Fixes 2', 'Fixes'].map(slugOf));
    expect(new Set(slugs).size).toBe(4);
  });

  it('keeps the slug when the title changes', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    expect((await service.revise(editor, id, { title: 'Other' })).record.slug).toBe('fixes');
    expect(await slugOf('Fixes')).toBe('fixes-2');
  });

  it('defaults to the caller as author and the current time as publish date', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    expect(await ports.changelogs.load(editor.projectId, id)).toMatchObject({
      authorId: editor.caller.userId,
      publishDate: ports.clock.now(),
      published: false,
    });
  });

  it('stores nothing for invalid input or a project that does not exist', async () => {
    await expect(service.write(editor, { title: ' ' })).rejects.toThrow(InvalidInput);
    const gone = grantOf('editor', ports.ids.next());
    await expect(service.write(gone, { title: 'Fixes' })).rejects.toThrow(ProjectNotFound);
    expect(ports.memory.changelogs.where(() => true)).toEqual([]);
  });

  it('stores nothing of a revision that is partly invalid', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    const before = await ports.changelogs.load(editor.projectId, id);
    await expect(service.revise(editor, id, { summary: 'Few', title: '' })).rejects.toThrow(InvalidInput);
    expect(await ports.changelogs.load(editor.projectId, id)).toEqual(before);
  });

  it('does not find an entry of another project', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    const other = grantOf('owner', (await aProject(ports)).id);
    await expect(service.read(other, id)).rejects.toThrow(ChangelogNotFound);
    await expect(service.revise(other, id, {})).rejects.toThrow(ChangelogNotFound);
    await expect(service.remove(other, id)).rejects.toThrow(ChangelogNotFound);
    await service.remove(editor, id);
    await expect(service.read(editor, id)).rejects.toThrow(ChangelogNotFound);
  });

  it('shows unpublished entries to editors and owners only', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    visibleAtValues = [];
    for (const role of roles) {
      await service.read(grantOf(role), id);
      await service.list(grantOf(role), {}, { limit: 1, count: false });
    }
    const now = ports.clock.now();
    expect(visibleAtValues).toEqual([now, now, now, now, undefined, undefined, undefined, undefined]);
  });

  describe('recorded events', () => {
    const other = '00000000-0000-7000-8000-0000000000bb';
    const later = (milliseconds: number) => new Date(ports.clock.now().getTime() + milliseconds);

    /** Returns the types and previous values of the events recorded since the last call. */
    const recordedEvents = () =>
      ports.events.take().map(({ type, previous }) => [type.replace('changelog.', ''), previous]);

    async function written(values: ChangelogChanges = {}): Promise<string> {
      return (await service.write(editor, { ...values, title: 'Fixes' })).record.id;
    }

    const revise = (id: string, changes: ChangelogChanges) => service.revise(editor, id, changes);

    it('include `created` for each entry, and `published` if it is published', async () => {
      await written();
      expect(recordedEvents()).toEqual([['created', {}]]);
      const id = await written({ published: true });
      const { projectId } = editor;
      const event = { projectId, actorId: editor.caller.userId, previous: {} };
      const data = (await service.read(editor, id)).record;
      expect(ports.events.take()).toEqual([
        { ...event, type: 'changelog.created', data },
        { ...event, type: 'changelog.published', data },
      ]);
    });

    it('are only `published` when a draft is published, unless other fields change too', async () => {
      const id = await written();
      recordedEvents();
      await revise(id, { published: true });
      expect(recordedEvents()).toEqual([['published', { published: false }]]);
      await revise(id, { published: true, title: 'Fixes' });
      await revise(id, {});
      expect(recordedEvents()).toEqual([]);
      await revise(id, { published: false, summary: 'Few' });
      expect(recordedEvents()).toEqual([
        ['updated', { summary: '' }],
        ['unpublished', { published: true }],
      ]);
      await revise(id, { published: true, title: 'More fixes' });
      expect(recordedEvents()).toEqual([
        ['updated', { title: 'Fixes' }],
        ['published', { published: false }],
      ]);
    });

    it('include `published` once for a scheduled entry when it is due, with its scheduler as the actor', async () => {
      const id = await written({ publishDate: later(100) });
      recordedEvents();
      const colleague = new ProjectGrant(editor.projectId, 'editor', aCaller(other));
      await service.revise(colleague, id, { published: true });
      await service.announceDue();
      expect(recordedEvents()).toEqual([['updated', { published: false }]]);
      ports.clock.advance(100);
      await service.announceDue();
      await service.announceDue();
      expect(ports.events.recorded).toEqual([
        {
          type: 'changelog.published',
          projectId: editor.projectId,
          actorId: other,
          data: (await service.read(editor, id)).record,
          previous: {},
        },
      ]);
    });

    it('include `published` for all entries that are due', async () => {
      for (let number = 0; number < 3; number++)
        await written({ published: true, publishDate: later(number) });
      ports.clock.advance(10);
      recordedEvents();
      await service.announceDue();
      expect(recordedEvents()).toHaveLength(2);
    });

    it('include `published` when the date of a scheduled entry is moved into the past', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const before = later(100).toISOString();
      recordedEvents();
      await revise(id, { publishDate: later(-100) });
      expect(recordedEvents()).toEqual([
        ['updated', { publish_date: before }],
        ['published', {}],
      ]);
      ports.clock.advance(100);
      await service.announceDue();
      expect(recordedEvents()).toEqual([]);
    });

    it('do not include `published` if the entry is unpublished before its date', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const gone = await written({ published: true, publishDate: later(100) });
      recordedEvents();
      await revise(id, { published: false });
      await service.remove(editor, gone);
      ports.clock.advance(100);
      await service.announceDue();
      expect(recordedEvents()).toEqual([
        ['updated', { published: true }],
        ['deleted', {}],
      ]);
    });

    it('do not include `published` again when the date of an announced entry changes', async () => {
      const id = await written({ published: true });
      const before = ports.clock.now().toISOString();
      recordedEvents();
      await revise(id, { publishDate: later(100) });
      ports.clock.advance(100);
      await service.announceDue();
      expect(recordedEvents()).toEqual([['updated', { publish_date: before }]]);
    });

    it('include `published` first if an entry is changed just after its date', async () => {
      const [one, gone] = [
        await written({ published: true, publishDate: later(100) }),
        await written({ published: true, publishDate: later(100) }),
      ];
      recordedEvents();
      ports.clock.advance(100);
      await revise(one, { published: false });
      await service.remove(editor, gone);
      await service.announceDue();
      expect(recordedEvents()).toEqual([
        ['published', {}],
        ['unpublished', { published: true }],
        ['published', {}],
        ['deleted', {}],
      ]);
    });

    it('do not include anything for rejected changes', async () => {
      const id = await written();
      recordedEvents();
      await expect(revise(id, { published: true, title: '' })).rejects.toThrow(InvalidInput);
      await expect(service.revise(editor, id, { published: true }, () => false)).rejects.toThrow(
        PreconditionFailed,
      );
      await expect(service.remove(editor, id, () => false)).rejects.toThrow(PreconditionFailed);
      expect(recordedEvents()).toEqual([]);
    });
  });
});
