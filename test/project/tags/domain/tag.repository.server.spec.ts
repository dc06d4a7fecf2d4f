import { describe, expect, it } from '@jest/globals';
import { TagNameTaken } from '../../../../src/project/tags/domain/tag.errors.js';
import { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { aProject, aUser, usePorts, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

describe('TagRepository', () => {
  const load = async (projectId: string, name: string) =>
    ports().unitOfWork.run(() => ports().tags.load(projectId, name));
  const find = async (projectId: string, names: string[]) =>
    ports().unitOfWork.run(() => ports().tags.find(projectId, names));

  function newTag(projectId: string, name: string): Tag {
    return Tag.create(ports().ids.next(), projectId, { name, color: '#0ea5e9' });
  }

  async function storedTag(projectId: string, name: string): Promise<Tag> {
    const tag = newTag(projectId, name);
    await ports().tags.add(tag);
    return tag;
  }

  it('loads a tag by name, ignoring case', async () => {
    const { id } = await aProject(ports());
    const tag = await storedTag(id, 'Große Idee');
    for (const name of ['Große Idee', 'GROSSE IDEE', 'große idee']) {
      const loaded = await load(id, name);
      expect(loaded).toEqual(tag);
      expect(loaded).toBeInstanceOf(Tag);
    }
  });

  it('returns null for an unknown name, a tag of another project and an invalid name', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    await storedTag(project.id, 'bug');
    for (const name of ['idea', 'bu', '', '\0', '\ud800']) {
      expect(await load(project.id, name)).toBeNull();
    }
    expect(await load(other.id, 'bug')).toBeNull();
  });

  it('finds the tags of the project with the given names, each once', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const [bug, idea] = [await storedTag(project.id, 'bug'), await storedTag(project.id, 'Idea')];
    await storedTag(project.id, 'other');
    await storedTag(other.id, 'bug');
    const found = await find(project.id, ['BUG', 'idea', 'bug', 'unknown']);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([bug.id, idea.id]));
    expect(found).toHaveLength(2);
    expect(await find(project.id, [])).toEqual([]);
  });

  it('rejects a new tag whose name is taken in its project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const tag = await storedTag(project.id, 'bug');
    const added = ports().unitOfWork.run(() => ports().tags.add(newTag(project.id, 'BUG')));
    await expect(added).rejects.toThrow(TagNameTaken);
    expect(await load(project.id, 'bug')).toEqual(tag);
    await storedTag(other.id, 'bug');
  });

  it('rejects a tag of a project that does not exist', async () => {
    const added = ports().unitOfWork.run(() => ports().tags.add(newTag(ports().ids.next(), 'bug')));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves a new spelling, name and color', async () => {
    const { id } = await aProject(ports());
    const tag = await storedTag(id, 'bug');
    for (const changes of [{ name: 'Bug' }, { name: 'defect' }, { color: '#fff' }]) {
      tag.update(changes);
      await ports().tags.save(tag);
      expect(await load(id, tag.name)).toEqual(tag);
    }
    expect(await load(id, 'bug')).toBeNull();
    await storedTag(id, 'bug');
  });

  it('rejects a change to a name that is taken', async () => {
    const { id } = await aProject(ports());
    const [bug, idea] = [await storedTag(id, 'bug'), await storedTag(id, 'idea')];
    const renamed = await load(id, 'idea');
    renamed?.update({ name: 'BUG' });
    await expect(ports().unitOfWork.run(() => ports().tags.save(renamed as Tag))).rejects.toThrow(
      TagNameTaken,
    );
    expect(await load(id, 'bug')).toEqual(bug);
    expect(await load(id, 'idea')).toEqual(idea);
  });

  it('removes a tag, also from all feedback', async () => {
    const { ids, clock, feedback, unitOfWork } = ports();
    const { id: projectId } = await aProject(ports());
    const { id: userId } = await aUser(ports());
    const [bug, idea] = [await storedTag(projectId, 'bug'), await storedTag(projectId, 'idea')];
    const entry = { id: ids.next(), projectId, userId, createdAt: clock.now() };
    await feedback.add(Feedback.submit(entry, { title: 'Wish' }, [bug.id, idea.id]));

    await ports().tags.remove(bug);
    expect(await load(projectId, 'bug')).toBeNull();
    expect(await load(projectId, 'idea')).toEqual(idea);
    expect((await unitOfWork.run(() => feedback.load(projectId, entry.id)))?.aggregate.tagIds).toEqual([
      idea.id,
    ]);
  });

  it('locks a loaded tag until the unit of work ends', async () => {
    const { id } = await aProject(ports());
    await storedTag(id, 'bug');
    const order = await runConcurrently(
      ports(),
      () => ports().tags.load(id, 'bug'),
      async (tag, who) => {
        if (who === 'second') return;
        tag?.update({ name: 'Bug' });
        await ports().tags.save(tag as Tag);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(id, 'bug'))?.name).toBe('Bug');
  });

  it('locks the tags that were found by name until the unit of work ends', async () => {
    const { id: projectId } = await aProject(ports());
    const { id: userId } = await aUser(ports());
    await storedTag(projectId, 'bug');
    const entry = { id: ports().ids.next(), projectId, userId, createdAt: ports().clock.now() };
    const order = await runConcurrently(
      ports(),
      () => ports().tags.find(projectId, ['bug']),
      async (tags, who) => {
        const [tag] = tags as [Tag];
        // The second unit of work waits here if the tag can still be found, but not removed.
        if (who === 'second') await ports().tags.remove(tag);
        else await ports().feedback.add(Feedback.submit(entry, { title: 'Wish' }, [tag.id]));
      },
    );
    expect(order).toContain('first ends');
    const stored = await ports().unitOfWork.run(() => ports().feedback.load(projectId, entry.id));
    expect(stored?.aggregate.tagIds).toEqual([]);
    expect(await load(projectId, 'bug')).toBeNull();
  });
});
