import { describe, expect, it } from '@jest/globals';
import { Changelog, type ChangelogChanges } from '../../../../src/changelog/entries/domain/changelog.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { aProject, aUser, usePorts, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

describe('ChangelogRepository', () => {
  const load = async (projectId: string, id: string) =>
    (await ports().unitOfWork.run(() => ports().changelogs.load(projectId, id)))?.aggregate ?? null;

  async function newEntry(projectId: string, slug: string): Promise<Changelog> {
    const { id: authorId } = await aUser(ports());
    const entry = { id: ports().ids.next(), projectId, authorId, slug };
    const values = { title: 'Fixes', summary: 'Few', content: '# All', image: '/i.png', published: true };
    return Changelog.write(entry, values, ports().clock.now());
  }

  const update = (entry: Changelog, changes: ChangelogChanges) =>
    entry.update(changes, entry.authorId, ports().clock.now());

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

  it('returns null for an unknown id, an invalid id and an entry of another project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const entry = await storedEntry(project.id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await load(project.id, id)).toBeNull();
    expect(await load(other.id, entry.id)).toBeNull();
  });

  it('rejects an entry of a project that does not exist', async () => {
    const entry = await newEntry(ports().ids.next(), 'fixes');
    const added = ports().unitOfWork.run(() => ports().changelogs.add(entry));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves changes', async () => {
    const { id } = await aProject(ports());
    const [entry, other] = [await storedEntry(id), await storedEntry(id)];
    const publishDate = new Date('2030-01-01T00:00:00.001Z');
    const changes = { title: 'New', summary: '', content: '', image: '', publishDate, published: false };
    update(entry, changes);
    await ports().changelogs.save(entry);
    expect(await load(id, entry.id)).toEqual(entry);
    expect(await load(id, other.id)).toEqual(other);
  });

  it('stores the earliest and the latest year that a date may have', async () => {
    const { id } = await aProject(ports());
    const entry = await storedEntry(id);
    for (const year of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      update(entry, { publishDate: new Date(year) });
      await ports().changelogs.save(entry);
      expect((await load(id, entry.id))?.publishDate.toISOString()).toBe(year);
    }
  });

  it('changes the version with every column, also a new one, except for columns of the announcement', async () => {
    const entry = await storedEntry((await aProject(ports())).id);
    const change = async (assignment: string): Promise<number> => {
      const [before] = await ports().query('select version from changelogs where id = $1', [entry.id]);
      await ports().query(`update changelogs set ${assignment} where id = $1`, [entry.id]);
      const [after] = await ports().query('select version from changelogs where id = $1', [entry.id]);
      return Number(after.version) - Number(before.version);
    };
    await ports().query('alter table changelogs add column category text');
    expect(await change("category = 'fix'")).toBe(1);
    expect(await change("category = 'fix'")).toBe(0);
    expect(await change("title = 'Other'")).toBe(1);
    expect(await change("announced = not announced, updated_at = 'now'")).toBe(0);
    await ports().query('alter table changelogs drop column category');
  });

  it('removes only the given entry', async () => {
    const { id } = await aProject(ports());
    const [gone, kept] = [await storedEntry(id), await storedEntry(id)];
    await ports().changelogs.remove(gone);
    expect(await load(id, gone.id)).toBeNull();
    expect(await load(id, kept.id)).toEqual(kept);
  });

  it('is not affected by later changes to the object that was stored', async () => {
    const { id } = await aProject(ports());
    const entry = await storedEntry(id);
    update(entry, { title: 'Changed' });
    expect((await load(id, entry.id))?.title).toBe('Fixes');
  });

  it('returns the first free slug for a name', async () => {
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

  it('frees the slug of a removed entry', async () => {
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
  ])('reserves a free slug until the unit of work ends: $wanted', async ({ wanted, taken }) => {
    const { id } = await aProject(ports());
    for (const slug of taken) await storedEntry(id, slug);
    const given: string[] = [];
    let turn = 0;
    await runConcurrently(
      ports(),
      () => ports().changelogs.freeSlug(id, wanted[turn++] ?? ''),
      async (slug) => {
        given.push(slug);
        await storedEntry(id, slug);
      },
    );
    expect(new Set(given).size).toBe(2);
  });

  describe('loadDue', () => {
    const later = (milliseconds: number) => new Date(ports().clock.now().getTime() + milliseconds);
    const due = async (at: Date) =>
      (await ports().unitOfWork.run(() => ports().changelogs.loadDue(at)))?.aggregate ?? null;

    async function scheduledEntry(projectId: string, milliseconds: number): Promise<Changelog> {
      const entry = await storedEntry(projectId);
      update(entry, { published: false });
      update(entry, { published: true, publishDate: later(milliseconds) });
      await ports().changelogs.save(entry);
      return entry;
    }

    it('returns entries of all projects from their date until they are announced, the longest due first', async () => {
      const [one, two] = [await aProject(ports()), await aProject(ports())];
      const last = await scheduledEntry(one.id, 200);
      const first = await scheduledEntry(two.id, 100);
      expect(await due(later(99))).toBeNull();
      expect(await due(later(100))).toEqual(first);
      for (const entry of [first, last]) {
        const loaded = await due(later(200));
        expect(loaded).toEqual(entry);
        loaded?.announce(later(200));
        if (loaded) await ports().changelogs.save(loaded);
      }
      expect(await due(later(10_000))).toBeNull();
    });

    it('ignores drafts, and entries that are already announced', async () => {
      const { id } = await aProject(ports());
      const [draft, announced] = [await scheduledEntry(id, 100), await storedEntry(id)];
      update(draft, { published: false });
      await ports().changelogs.save(draft);
      update(announced, { publishDate: later(100) });
      await ports().changelogs.save(announced);
      expect(await due(later(10_000))).toBeNull();
    });
  });

  it('locks a loaded entry until the unit of work ends', async () => {
    const { id: projectId } = await aProject(ports());
    const { id } = await storedEntry(projectId);
    const order = await runConcurrently(
      ports(),
      () => ports().changelogs.load(projectId, id),
      async (loaded, who) => {
        if (!loaded) throw new Error('There is no entry.');
        const { aggregate: entry } = loaded;
        update(entry, { title: `${entry.title}, ${who}` });
        await ports().changelogs.save(entry);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(projectId, id))?.title).toBe('Fixes, first, second');
  });

  const storedTag = async (projectId: string, name: string) => {
    const tag = Tag.create(ports().ids.next(), projectId, { name });
    await ports().tags.add(tag);
    return tag;
  };

  it('saves tags, and leaves out one that was deleted in the meantime', async () => {
    const { id: projectId } = await aProject(ports());
    const [fix, idea] = [await storedTag(projectId, 'fix'), await storedTag(projectId, 'idea')];
    const entry = await storedEntry(projectId);
    entry.replaceTags([fix.id, idea.id]);
    const saved = await ports().changelogs.save(entry);
    expect(saved.record.tags.map(({ name }) => name)).toEqual(['fix', 'idea']);
    expect((await load(projectId, entry.id))?.tagIds.toSorted()).toEqual([fix.id, idea.id].toSorted());
    await ports().tags.remove(fix);
    update(entry, { title: 'Other' });
    expect((await ports().changelogs.save(entry)).record.tags).toEqual([{ name: 'idea', color: idea.color }]);
    expect((await load(projectId, entry.id))?.tagIds).toEqual([idea.id]);
  });

  it('keeps the version if the tags are the same in another order', async () => {
    const { id: projectId } = await aProject(ports());
    const [fix, idea] = [await storedTag(projectId, 'fix'), await storedTag(projectId, 'idea')];
    const entry = await storedEntry(projectId);
    entry.replaceTags([fix.id, idea.id]);
    const { version } = await ports().changelogs.save(entry);
    entry.replaceTags([idea.id, fix.id]);
    expect((await ports().changelogs.save(entry)).version).toBe(version);
  });

  it('loads the tags that were stored while it waited for the lock', async () => {
    const { id: projectId } = await aProject(ports());
    const fix = await storedTag(projectId, 'fix');
    const { id } = await storedEntry(projectId);
    const found: unknown[] = [];
    await runConcurrently(
      ports(),
      () => ports().changelogs.load(projectId, id),
      async (loaded, who) => {
        found.push([who, loaded!.before.record.tags]);
        loaded!.aggregate.replaceTags([fix.id]);
        await ports().changelogs.save(loaded!.aggregate);
      },
    );
    expect(found).toEqual([
      ['first', []],
      ['second', [{ name: 'fix', color: fix.color }]],
    ]);
  });
});

describe('ChangelogRepository with concurrent units of work', () => {
  it('load different entries', async () => {
    const { id: projectId } = await aProject(ports());
    const { changelogs, ids, clock, unitOfWork } = ports();
    const { id: authorId } = await aUser(ports());
    const scheduled = new Date(clock.now().getTime() + 1_000);
    for (const slug of ['one', 'two']) {
      const place = { id: ids.next(), projectId, authorId, slug };
      const values = { title: slug, published: true, publishDate: scheduled };
      await changelogs.add(Changelog.write(place, values, clock.now()));
    }
    const found: string[] = [];
    const loadAndAnnounce = () =>
      unitOfWork.run(async () => {
        const due = (await changelogs.loadDue(scheduled))?.aggregate;
        found.push(due?.slug ?? 'none');
        due?.announce(scheduled);
        if (due) await changelogs.save(due);
      });
    await Promise.all([loadAndAnnounce(), loadAndAnnounce()]);
    expect(found.sort()).toEqual(['one', 'two']);
  });
});
