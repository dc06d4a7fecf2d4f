import { beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ChangelogFilter,
  ChangelogQueries,
  ChangelogRecord,
} from '../../../src/changelog/application/changelog.queries.js';
import { ChangelogService } from '../../../src/changelog/application/changelog.service.js';
import { ChangelogNotFound } from '../../../src/changelog/domain/changelog.errors.js';
import { ProjectGrant } from '../../../src/project/application/project-grant.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { type Role, roles } from '../../../src/project/domain/member.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';
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
        return entry && { record: { id, slug: entry.slug } as ChangelogRecord, version: '1' };
      },
      list: async (_projectId, filter: ChangelogFilter) => {
        horizons.push(filter.visibleAt);
        return { records: [] };
      },
    };
    service = new ChangelogService(changelogs, queries, new FakeSlugifier(), unitOfWork, ids, clock);
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
    expect((await service.revise(editor, id, { title: 'Other' })).record.slug).toBe('fixes');
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
});
