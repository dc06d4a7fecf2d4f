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
import { aProject, fakePorts } from '../../support/ports.js';

describe('ChangelogService', () => {
  let ports: ReturnType<typeof fakePorts>;
  let service: ChangelogService;
  let editor: ProjectGrant;
  /** The instants at which entries had to be visible, as the queries were asked. */
  let horizons: (Date | undefined)[];

  beforeEach(async () => {
    ports = fakePorts();
    horizons = [];
    const { changelogs, unitOfWork, ids, clock } = ports;
    const queries: ChangelogQueries = {
      find: async (projectId, id, visibleAt) => {
        horizons.push(visibleAt);
        const entry = await changelogs.load(projectId, id);
        if (!entry) return null;
        const { slug, title, summary, content, image, published, publishDate } = entry;
        const texts = { id, slug, title, summary, content, image };
        const record = { ...texts, published, publish_date: publishDate.toISOString() };
        return { record: record as ChangelogRecord, version: '1' };
      },
      list: async (_projectId, filter: ChangelogFilter) => {
        horizons.push(filter.visibleAt);
        return { records: [] };
      },
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
    editor = grantOf('editor', (await aProject(ports)).id);
  });

  function grantOf(role: Role, projectId = editor.projectId): ProjectGrant {
    return new ProjectGrant(projectId, role, aCaller('00000000-0000-7000-8000-0000000000aa'));
  }

  const slugOf = async (title: string) => (await service.write(editor, { title })).record.slug;

  it('names entries by their first title, each in a way of its own', async () => {
    expect(await slugOf('Small Fixes!')).toBe('small-fixes');
    expect(await slugOf('small fixes')).toBe('small-fixes-2');
    expect(await slugOf('Small fixes')).toBe('small-fixes-3');
    expect(await slugOf('日本語')).toBe('entry');
    expect(await slugOf('…')).toBe('entry-2');
    expect(await slugOf('a'.repeat(150))).toBe('a'.repeat(100));
  });

  it('names entries of other projects as if there were no others', async () => {
    await slugOf('Fixes');
    const other = grantOf('editor', (await aProject(ports)).id);
    expect((await service.write(other, { title: 'Fixes' })).record.slug).toBe('fixes');
  });

  it('gives different names to entries that are written at once', async () => {
    const slugs = await Promise.all(['Fixes', 'Fixes', 'Fixes 2', 'Fixes'].map(slugOf));
    expect(new Set(slugs).size).toBe(4);
  });

  it('keeps the name when the title changes', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    expect((await service.revise(editor, id, { title: 'Other' })).slug).toBe('fixes');
    expect(await slugOf('Fixes')).toBe('fixes-2');
  });

  it('writes as the caller and now, unless another date is told', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    expect(await ports.changelogs.load(editor.projectId, id)).toMatchObject({
      authorId: editor.caller.userId,
      publishDate: ports.clock.now(),
      published: false,
    });
  });

  it('writes nothing that breaks a rule, and nothing in a project that is gone', async () => {
    await expect(service.write(editor, { title: ' ' })).rejects.toThrow(InvalidInput);
    const gone = grantOf('editor', ports.ids.next());
    await expect(service.write(gone, { title: 'Fixes' })).rejects.toThrow(ProjectNotFound);
    expect(ports.memory.changelogs.where(() => true)).toEqual([]);
  });

  it('revises all or nothing', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    const before = await ports.changelogs.load(editor.projectId, id);
    await expect(service.revise(editor, id, { summary: 'Few', title: '' })).rejects.toThrow(InvalidInput);
    expect(await ports.changelogs.load(editor.projectId, id)).toEqual(before);
  });

  it('knows no entry of another project', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    const other = grantOf('owner', (await aProject(ports)).id);
    await expect(service.read(other, id)).rejects.toThrow(ChangelogNotFound);
    await expect(service.revise(other, id, {})).rejects.toThrow(ChangelogNotFound);
    await expect(service.remove(other, id)).rejects.toThrow(ChangelogNotFound);
    await service.remove(editor, id);
    await expect(service.read(editor, id)).rejects.toThrow(ChangelogNotFound);
  });

  it('shows what cannot be seen yet to editors and owners only', async () => {
    const { id } = (await service.write(editor, { title: 'Fixes' })).record;
    horizons = [];
    for (const role of roles) {
      await service.read(grantOf(role), id);
      await service.list(grantOf(role), {}, { limit: 1, count: false });
    }
    const now = ports.clock.now();
    expect(horizons).toEqual([now, now, now, now, undefined, undefined, undefined, undefined]);
  });

  describe('tells', () => {
    const other = '00000000-0000-7000-8000-0000000000bb';
    const later = (milliseconds: number) => new Date(ports.clock.now().getTime() + milliseconds);

    /** What was told since it was last asked: types and former values. */
    const told = () =>
      ports.events.take().map(({ type, previous }) => [type.replace('changelog.', ''), previous]);

    async function written(values: ChangelogChanges = {}): Promise<string> {
      return (await service.write(editor, { ...values, title: 'Fixes' })).record.id;
    }

    const revise = (id: string, changes: ChangelogChanges) => service.revise(editor, id, changes);

    it('of an entry that is written, and published where it is', async () => {
      await written();
      expect(told()).toEqual([['created', {}]]);
      const id = await written({ published: true });
      const { projectId } = editor;
      const event = { projectId, actorId: editor.caller.userId, previous: {} };
      const data = (await service.read(editor, id)).record;
      expect(ports.events.take()).toEqual([
        { ...event, type: 'changelog.created', data },
        { ...event, type: 'changelog.published', data },
      ]);
    });

    it('of a draft that is published: no more than that, unless more changes', async () => {
      const id = await written();
      told();
      await revise(id, { published: true });
      expect(told()).toEqual([['published', { published: false }]]);
      await revise(id, { published: true, title: 'Fixes' });
      await revise(id, {});
      expect(told()).toEqual([]);
      await revise(id, { published: false, summary: 'Few' });
      expect(told()).toEqual([
        ['updated', { summary: '' }],
        ['unpublished', { published: true }],
      ]);
      await revise(id, { published: true, title: 'More fixes' });
      expect(told()).toEqual([
        ['updated', { title: 'Fixes' }],
        ['published', { published: false }],
      ]);
    });

    it('of a scheduled entry at its time, once, in the name of who scheduled it', async () => {
      const id = await written({ publishDate: later(100) });
      told();
      const colleague = new ProjectGrant(editor.projectId, 'editor', aCaller(other));
      await service.revise(colleague, id, { published: true });
      await service.announceDue();
      expect(told()).toEqual([['updated', { published: false }]]);
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

    it('of all entries that are due', async () => {
      for (let number = 0; number < 3; number++)
        await written({ published: true, publishDate: later(number) });
      ports.clock.advance(10);
      told();
      await service.announceDue();
      expect(told()).toHaveLength(2);
    });

    it('of a scheduled entry whose date moves into the past at once', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const before = later(100).toISOString();
      told();
      await revise(id, { publishDate: later(-100) });
      expect(told()).toEqual([
        ['updated', { publish_date: before }],
        ['published', {}],
      ]);
      ports.clock.advance(100);
      await service.announceDue();
      expect(told()).toEqual([]);
    });

    it('of no publishing where it is taken back before its time', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const gone = await written({ published: true, publishDate: later(100) });
      told();
      await revise(id, { published: false });
      await service.remove(editor, gone);
      ports.clock.advance(100);
      await service.announceDue();
      expect(told()).toEqual([
        ['updated', { published: true }],
        ['deleted', {}],
      ]);
    });

    it('of no second publishing where the date of an announced entry moves', async () => {
      const id = await written({ published: true });
      const before = ports.clock.now().toISOString();
      told();
      await revise(id, { publishDate: later(100) });
      ports.clock.advance(100);
      await service.announceDue();
      expect(told()).toEqual([['updated', { publish_date: before }]]);
    });

    it('first that an entry was published, where it changes just after its time', async () => {
      const [one, gone] = [
        await written({ published: true, publishDate: later(100) }),
        await written({ published: true, publishDate: later(100) }),
      ];
      told();
      ports.clock.advance(100);
      await revise(one, { published: false });
      await service.remove(editor, gone);
      await service.announceDue();
      expect(told()).toEqual([
        ['published', {}],
        ['unpublished', { published: true }],
        ['published', {}],
        ['deleted', {}],
      ]);
    });

    it('nothing of what is refused', async () => {
      const id = await written();
      told();
      await expect(revise(id, { published: true, title: '' })).rejects.toThrow(InvalidInput);
      await expect(service.revise(editor, id, { published: true }, () => false)).rejects.toThrow(
        PreconditionFailed,
      );
      await expect(service.remove(editor, id, () => false)).rejects.toThrow(PreconditionFailed);
      expect(told()).toEqual([]);
    });
  });
});
