import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { changelogMembers } from '../../../../src/changelog/entries/application/changelog-view.js';
import { ChangelogService } from '../../../../src/changelog/entries/application/changelog.service.js';
import type { ChangelogChanges } from '../../../../src/changelog/entries/domain/changelog.js';
import { ChangelogNotFound } from '../../../../src/changelog/entries/domain/changelog.errors.js';
import { TagService } from '../../../../src/project/tags/application/tag.service.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import type { Role } from '../../../../src/project/access/domain/role.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';
import { PreconditionFailed } from '../../../../src/shared/records.js';
import { aCaller } from '../../../support/caller.js';
import { aProject, aUser, usePorts, type Ports } from '../../../support/ports.js';

const opened = usePorts();

describe('ChangelogService', () => {
  let ports: Ports;
  let service: ChangelogService;
  let editor: ProjectAccess;
  let userId: string;

  beforeEach(async () => {
    ports = opened();
    service = ports.get(ChangelogService);
    userId = (await aUser(ports)).id;
    editor = accessOf('editor', (await aProject(ports)).id);
  });

  function accessOf(role: Role, projectId = editor.projectId): ProjectAccess {
    return new ProjectAccess(projectId, role, aCaller(userId));
  }

  const load = (id: string) => ports.unitOfWork.run(() => ports.changelogs.load(editor.projectId, id));

  const slugOf = async (title: string) => (await service.create(editor, { title })).record.slug;

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
    const other = accessOf('editor', (await aProject(ports)).id);
    expect((await service.create(other, { title: 'Fixes' })).record.slug).toBe('fixes');
  });

  it('gives different slugs to entries that are written concurrently', async () => {
    const slugs = await Promise.all(['Fixes', 'Fixes', 'Fixes 2', 'Fixes'].map(slugOf));
    expect(new Set(slugs).size).toBe(4);
  });

  it('keeps the slug when the title changes', async () => {
    const { id } = (await service.create(editor, { title: 'Fixes' })).record;
    expect((await service.update(editor, id, { title: 'Other' })).record.slug).toBe('fixes');
    expect(await slugOf('Fixes')).toBe('fixes-2');
  });

  it('defaults to the caller as author and the current time as publish date', async () => {
    const { id } = (await service.create(editor, { title: 'Fixes' })).record;
    expect((await load(id))?.aggregate).toMatchObject({
      authorId: editor.caller.userId,
      publishDate: ports.clock.now(),
      published: false,
    });
  });

  it('stores nothing for invalid input or a project that does not exist', async () => {
    await expect(service.create(editor, { title: ' ' })).rejects.toThrow(InvalidInput);
    const gone = accessOf('editor', ports.ids.next());
    await expect(service.create(gone, { title: 'Fixes' })).rejects.toThrow(ProjectNotFound);
    expect(await ports.query('select from changelogs')).toEqual([]);
  });

  describe('with tags', () => {
    const addTag = async (name: string) => (await ports.get(TagService).put(editor, name, {})).tag;
    const tagsOf = async (id: string) =>
      (await service.read(editor, id, ['tags'])).record.tags?.map(({ name }) => name);

    it('stores them, replaces them, and keeps them if they are omitted', async () => {
      for (const name of ['fix', 'Idea', 'new']) await addTag(name);
      const { id } = (await service.create(editor, { title: 'Fixes', tags: ['New', 'idea', 'new'] })).record;
      expect(await tagsOf(id)).toEqual(['Idea', 'new']);
      await service.update(editor, id, { title: 'Changes' });
      expect(await tagsOf(id)).toEqual(['Idea', 'new']);
      await service.update(editor, id, { tags: ['fix', 'new'] });
      expect(await tagsOf(id)).toEqual(['fix', 'new']);
      await service.update(editor, id, { tags: [] });
      expect(await tagsOf(id)).toEqual([]);
    });

    it('records them in events, and nothing if they are the same', async () => {
      const [fix, idea] = [await addTag('fix'), await addTag('idea')];
      await ports.takeEvents(editor.projectId);
      const { id } = (await service.create(editor, { title: 'Fixes', tags: ['idea'] })).record;
      await service.update(editor, id, { tags: ['IDEA'] });
      await service.update(editor, id, { tags: ['idea', 'fix'], published: true });
      expect(await ports.takeEvents(editor.projectId)).toMatchObject([
        { type: 'changelog.created', data: { tags: [idea] }, previous: {} },
        { type: 'changelog.updated', data: { tags: [fix, idea] }, previous: { tags: [idea] } },
        { type: 'changelog.published', data: { tags: [fix, idea] }, previous: { published: false } },
      ]);
    });

    it('changes the version and the time of the last change with the tags', async () => {
      await addTag('fix');
      const { record, version } = await service.create(editor, { title: 'Fixes' });
      ports.clock.advance(1_000);
      const tagged = await service.update(editor, record.id, { tags: ['fix'] });
      expect(tagged.version).not.toBe(version);
      const same = await service.update(editor, record.id, { tags: ['fix'] });
      expect(same.version).toBe(tagged.version);
      expect((await service.read(editor, record.id, ['updated_at'])).record.updated_at).toBe(
        ports.clock.now().toISOString(),
      );
      const stale = service.update(editor, record.id, { tags: [] }, (current) => current === version);
      await expect(stale).rejects.toThrow(PreconditionFailed);
    });

    it('names those that the project does not have', async () => {
      await addTag('fix');
      const unknown = { fieldErrors: [expect.objectContaining({ pointer: '/tags/1', code: 'unknown_tag' })] };
      const written = service.create(editor, { title: 'Fixes', tags: ['fix', 'other'] });
      await expect(written).rejects.toMatchObject(unknown);
      const { id } = (await service.create(editor, { title: 'Fixes' })).record;
      await expect(service.update(editor, id, { tags: ['fix', 'other'] })).rejects.toMatchObject(unknown);
      expect(await tagsOf(id)).toEqual([]);
    });
  });

  it('stores nothing of a revision that is partly invalid', async () => {
    const { id } = (await service.create(editor, { title: 'Fixes' })).record;
    const before = await load(id);
    await expect(service.update(editor, id, { summary: 'Few', title: '' })).rejects.toThrow(InvalidInput);
    expect(await load(id)).toEqual(before);
  });

  it('does not find an entry of another project', async () => {
    const { id } = (await service.create(editor, { title: 'Fixes' })).record;
    const other = accessOf('owner', (await aProject(ports)).id);
    await expect(service.read(other, id)).rejects.toThrow(ChangelogNotFound);
    await expect(service.update(other, id, {})).rejects.toThrow(ChangelogNotFound);
    await expect(service.remove(other, id)).rejects.toThrow(ChangelogNotFound);
    await service.remove(editor, id);
    await expect(service.read(editor, id)).rejects.toThrow(ChangelogNotFound);
  });

  it('shows unpublished entries to editors and owners only', async () => {
    const { id } = (await service.create(editor, { title: 'Fixes' })).record;
    const list = async (role: Role) =>
      (await service.list(accessOf(role), {}, { limit: 1, count: false })).records.map((entry) => entry.id);
    for (const role of ['viewer', 'contributor'] as const) {
      await expect(service.read(accessOf(role), id)).rejects.toThrow(ChangelogNotFound);
      expect(await list(role)).toEqual([]);
    }
    for (const role of ['editor', 'owner'] as const) {
      expect((await service.read(accessOf(role), id)).record.id).toBe(id);
      expect(await list(role)).toEqual([id]);
    }
  });

  describe('recorded events', () => {
    const later = (milliseconds: number) => new Date(ports.clock.now().getTime() + milliseconds);

    /** Returns the types and previous values of the events recorded since the last call. */
    const recordedEvents = async () =>
      (await ports.takeEvents(editor.projectId)).map(({ type, previous }) => [
        type.replace('changelog.', ''),
        previous,
      ]);

    async function written(values: ChangelogChanges = {}): Promise<string> {
      return (await service.create(editor, { ...values, title: 'Fixes' })).record.id;
    }

    const update = (id: string, changes: ChangelogChanges) => service.update(editor, id, changes);

    it('include `created` for each entry, and `published` if it is published', async () => {
      await written();
      expect(await recordedEvents()).toEqual([['created', {}]]);
      const id = await written({ published: true });
      const { projectId } = editor;
      const event = { projectId, actorId: editor.caller.userId, previous: {} };
      const data = (await service.read(editor, id, changelogMembers)).record;
      expect(await ports.takeEvents(projectId)).toEqual([
        { ...event, type: 'changelog.created', data },
        { ...event, type: 'changelog.published', data },
      ]);
    });

    it('are only `published` when a draft is published, unless other fields change too', async () => {
      const id = await written();
      await recordedEvents();
      await update(id, { published: true });
      expect(await recordedEvents()).toEqual([['published', { published: false }]]);
      await update(id, { published: true, title: 'Fixes' });
      await update(id, {});
      expect(await recordedEvents()).toEqual([]);
      await update(id, { published: false, summary: 'Few' });
      expect(await recordedEvents()).toEqual([
        ['updated', { summary: '' }],
        ['unpublished', { published: true }],
      ]);
      await update(id, { published: true, title: 'More fixes' });
      expect(await recordedEvents()).toEqual([
        ['updated', { title: 'Fixes' }],
        ['published', { published: false }],
      ]);
    });

    it('include `published` once for a scheduled entry when it is due, with its scheduler as the actor', async () => {
      const id = await written({ publishDate: later(100) });
      await recordedEvents();
      const other = (await aUser(ports)).id;
      const colleague = new ProjectAccess(editor.projectId, 'editor', aCaller(other));
      await service.update(colleague, id, { published: true });
      await service.announceDue();
      expect(await recordedEvents()).toEqual([['updated', { published: false }]]);
      ports.clock.advance(100);
      await service.announceDue();
      await service.announceDue();
      expect(await ports.takeEvents(editor.projectId)).toEqual([
        {
          type: 'changelog.published',
          projectId: editor.projectId,
          actorId: other,
          data: (await service.read(editor, id, changelogMembers)).record,
          previous: {},
        },
      ]);
    });

    it('include `published` for all entries that are due', async () => {
      for (let number = 0; number < 3; number++)
        await written({ published: true, publishDate: later(number) });
      ports.clock.advance(10);
      await recordedEvents();
      await service.announceDue();
      expect(await recordedEvents()).toHaveLength(2);
    });

    it('include `published` for the others if one cannot be announced', async () => {
      const id = await written({ published: true, publishDate: later(1) });
      await written({ published: true, publishDate: later(2) });
      ports.clock.advance(10);
      await recordedEvents();
      const saving = jest.spyOn(ports.changelogs, 'save');
      saving.mockRejectedValueOnce(new Error('A handler has failed.'));
      await expect(service.announceDue()).rejects.toThrow('A handler has failed.');
      saving.mockRestore();
      expect(await recordedEvents()).toHaveLength(1);
      await service.announceDue();
      expect((await ports.takeEvents(editor.projectId)).map(({ data }) => data)).toMatchObject([{ id }]);
    });

    it('include `published` when the date of a scheduled entry is moved into the past', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const before = later(100).toISOString();
      await recordedEvents();
      await update(id, { publishDate: later(-100) });
      expect(await recordedEvents()).toEqual([
        ['updated', { publish_date: before }],
        ['published', {}],
      ]);
      ports.clock.advance(100);
      await service.announceDue();
      expect(await recordedEvents()).toEqual([]);
    });

    it('do not include `published` if the entry is unpublished before its date', async () => {
      const id = await written({ published: true, publishDate: later(100) });
      const gone = await written({ published: true, publishDate: later(100) });
      await recordedEvents();
      await update(id, { published: false });
      await service.remove(editor, gone);
      ports.clock.advance(100);
      await service.announceDue();
      expect(await recordedEvents()).toEqual([
        ['updated', { published: true }],
        ['deleted', {}],
      ]);
    });

    it('do not include `published` again when the date of an announced entry changes', async () => {
      const id = await written({ published: true });
      const before = ports.clock.now().toISOString();
      await recordedEvents();
      await update(id, { publishDate: later(100) });
      ports.clock.advance(100);
      await service.announceDue();
      expect(await recordedEvents()).toEqual([['updated', { publish_date: before }]]);
    });

    it('include `published` first if an entry is changed just after its date', async () => {
      const [one, gone] = [
        await written({ published: true, publishDate: later(100) }),
        await written({ published: true, publishDate: later(100) }),
      ];
      await recordedEvents();
      ports.clock.advance(100);
      await update(one, { published: false });
      await service.remove(editor, gone);
      await service.announceDue();
      expect(await recordedEvents()).toEqual([
        ['published', {}],
        ['unpublished', { published: true }],
        ['published', {}],
        ['deleted', {}],
      ]);
    });

    it('do not include anything for rejected changes', async () => {
      const id = await written();
      await recordedEvents();
      await expect(update(id, { published: true, title: '' })).rejects.toThrow(InvalidInput);
      await expect(service.update(editor, id, { published: true }, () => false)).rejects.toThrow(
        PreconditionFailed,
      );
      await expect(service.remove(editor, id, () => false)).rejects.toThrow(PreconditionFailed);
      expect(await recordedEvents()).toEqual([]);
    });
  });
});
