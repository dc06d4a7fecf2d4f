import { expect, it } from '@jest/globals';
import { Changelog } from '../../../src/changelog/domain/changelog.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { aProject, aUser, describePort, twoAtOnce } from '../../support/ports.js';

describePort('ChangelogRepository', (ports) => {
  const load = async (projectId: string, id: string) =>
    ports().unitOfWork.run(() => ports().changelogs.load(projectId, id));

  async function newEntry(projectId: string, slug: string): Promise<Changelog> {
    const { id: authorId } = await aUser(ports());
    const entry = { id: ports().ids.next(), projectId, authorId, slug };
    const values = { title: 'Fixes', summary: 'Few', content: '# All', image: '/i.png', published: true };
    return Changelog.write(entry, values, ports().clock.now());
  }

  async function storedEntry(projectId: string, slug = ports().ids.next()): Promise<Changelog> {
    const entry = await newEntry(projectId, slug);
    await ports().changelogs.add(entry);
    return entry;
  }

  it('loads an entry with everything that was stored', async () => {
    const { id } = await aProject(ports());
    const entry = await storedEntry(id);
    const loaded = await load(id, entry.id.toUpperCase());
    expect(loaded).toEqual(entry);
    expect(loaded).toBeInstanceOf(Changelog);
  });

  it('knows none by an unknown id, one that is no UUID, or in another project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const entry = await storedEntry(project.id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await load(project.id, id)).toBeNull();
    expect(await load(other.id, entry.id)).toBeNull();
  });

  it('adds none to a project that is gone', async () => {
    const entry = await newEntry(ports().ids.next(), 'fixes');
    const added = ports().unitOfWork.run(() => ports().changelogs.add(entry));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves changes', async () => {
    const { id } = await aProject(ports());
    const [entry, other] = [await storedEntry(id), await storedEntry(id)];
    const publishDate = new Date('2030-01-01T00:00:00.001Z');
    entry.revise({ title: 'New', summary: '', content: '', image: '', publishDate, published: false });
    await ports().changelogs.save(entry);
    expect(await load(id, entry.id)).toEqual(entry);
    expect(await load(id, other.id)).toEqual(other);
  });

  it('keeps every year that a date may have', async () => {
    const { id } = await aProject(ports());
    const entry = await storedEntry(id);
    for (const year of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      entry.revise({ publishDate: new Date(year) });
      await ports().changelogs.save(entry);
      expect((await load(id, entry.id))?.publishDate.toISOString()).toBe(year);
    }
  });

  it('removes an entry and no other', async () => {
    const { id } = await aProject(ports());
    const [gone, kept] = [await storedEntry(id), await storedEntry(id)];
    await ports().changelogs.remove(gone);
    expect(await load(id, gone.id)).toBeNull();
    expect(await load(id, kept.id)).toEqual(kept);
  });

  it('stores what was given, whatever becomes of it afterwards', async () => {
    const { id } = await aProject(ports());
    const entry = await storedEntry(id);
    entry.revise({ title: 'Changed' });
    expect((await load(id, entry.id))?.title).toBe('Fixes');
  });

  it('gives the first free slug of a name', async () => {
    const { changelogs, unitOfWork } = ports();
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const free = (slug: string) => unitOfWork.run(() => changelogs.freeSlug(project.id, slug));
    await storedEntry(other.id, 'fixes');
    expect(await free('fixes')).toBe('fixes');
    for (const slug of ['fixes', 'fixes-3', 'fixes-and-more', 'more-fixes-2'])
      await storedEntry(project.id, slug);
    expect(await free('fixes')).toBe('fixes-2');
    await storedEntry(project.id, 'fixes-2');
    expect(await free('fixes')).toBe('fixes-4');
    expect(await free('fixes-2')).toBe('fixes-2-2');
    expect(await free('more')).toBe('more');
  });

  it('frees the slug of an entry that is removed', async () => {
    const { changelogs, unitOfWork } = ports();
    const { id } = await aProject(ports());
    await changelogs.remove(await storedEntry(id, 'fixes'));
    expect(await unitOfWork.run(() => changelogs.freeSlug(id, 'fixes'))).toBe('fixes');
  });

  it.each([
    { wanted: ['fixes', 'fixes'], taken: [] },
    { wanted: ['fixes', 'fixes-2'], taken: ['fixes'] },
    { wanted: ['fixes-2', 'fixes'], taken: ['fixes'] },
    { wanted: ['2026', '2026-2'], taken: ['2026'] },
  ])('keeps a slug free until the unit of work ends: $wanted', async ({ wanted, taken }) => {
    const { id } = await aProject(ports());
    for (const slug of taken) await storedEntry(id, slug);
    const given: string[] = [];
    let turn = 0;
    await twoAtOnce(
      ports(),
      () => ports().changelogs.freeSlug(id, wanted[turn++] ?? ''),
      async (slug) => {
        given.push(slug);
        await storedEntry(id, slug);
      },
    );
    expect(new Set(given).size).toBe(2);
  });

  it('lets no other unit of work load an entry until the one that did ends', async () => {
    const { id: projectId } = await aProject(ports());
    const { id } = await storedEntry(projectId);
    const order = await twoAtOnce(
      ports(),
      () => ports().changelogs.load(projectId, id),
      async (entry, who) => {
        if (!entry) throw new Error('There is no entry.');
        entry.revise({ title: `${entry.title}, ${who}` });
        await ports().changelogs.save(entry);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(projectId, id))?.title).toBe('Fixes, first, second');
  });
});
