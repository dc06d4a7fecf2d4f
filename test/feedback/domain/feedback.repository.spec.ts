import { expect, it } from '@jest/globals';
import { Feedback } from '../../../src/feedback/domain/feedback.js';
import { Tag } from '../../../src/feedback/domain/tag.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { aProject, aUser, describePort, twoAtOnce } from '../../support/ports.js';

describePort('FeedbackRepository', (ports) => {
  const load = async (projectId: string, id: string) =>
    ports().unitOfWork.run(() => ports().feedback.load(projectId, id));

  async function newFeedback(projectId: string, tagIds: string[] = []): Promise<Feedback> {
    const { id: userId } = await aUser(ports());
    const entry = { id: ports().ids.next(), projectId, userId, createdAt: ports().clock.now() };
    return Feedback.submit(entry, { title: 'Wish', description: 'Please.', status: 'planned' }, tagIds);
  }

  async function storedFeedback(projectId: string, tagIds?: string[]): Promise<Feedback> {
    const feedback = await newFeedback(projectId, tagIds);
    await ports().feedback.add(feedback);
    return feedback;
  }

  async function aTag(projectId: string, name: string): Promise<Tag> {
    const tag = Tag.create(ports().ids.next(), projectId, { name, color: '#f00' });
    await ports().tags.add(tag);
    return tag;
  }

  it('loads feedback with everything that was stored', async () => {
    const { id: projectId } = await aProject(ports());
    const [bug, idea] = [await aTag(projectId, 'bug'), await aTag(projectId, 'idea')];
    const feedback = await storedFeedback(projectId, [bug.id, idea.id]);
    const loaded = await load(projectId, feedback.id.toUpperCase());
    expect({ ...loaded, tagIds: [...(loaded?.tagIds ?? [])].sort() }).toEqual({ ...feedback });
    expect(loaded).toBeInstanceOf(Feedback);
    const plain = await storedFeedback(projectId);
    expect(await load(projectId, plain.id)).toEqual(plain);
  });

  it('knows none by an unknown id, one that is no UUID, or in another project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const feedback = await storedFeedback(project.id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await load(project.id, id)).toBeNull();
    expect(await load(other.id, feedback.id)).toBeNull();
  });

  it('adds none to a project that is gone', async () => {
    const feedback = await newFeedback(ports().ids.next());
    const added = ports().unitOfWork.run(() => ports().feedback.add(feedback));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves changes, and these tags and no others', async () => {
    const { id: projectId } = await aProject(ports());
    const [bug, idea] = [await aTag(projectId, 'bug'), await aTag(projectId, 'idea')];
    const other = await storedFeedback(projectId, [bug.id]);
    const feedback = await storedFeedback(projectId, [bug.id]);
    feedback.revise({ title: 'Changed', description: '' });
    feedback.moveTo('completed');
    feedback.tagWith([idea.id]);
    await ports().feedback.save(feedback);
    expect(await load(projectId, feedback.id)).toEqual(feedback);
    feedback.tagWith([]);
    await ports().feedback.save(feedback);
    expect(await load(projectId, feedback.id)).toEqual(feedback);
    expect(await load(projectId, other.id)).toEqual(other);
  });

  it('removes feedback and no other, and not its tags', async () => {
    const { id: projectId } = await aProject(ports());
    const tag = await aTag(projectId, 'bug');
    const [gone, kept] = [
      await storedFeedback(projectId, [tag.id]),
      await storedFeedback(projectId, [tag.id]),
    ];
    await ports().feedback.remove(gone);
    expect(await load(projectId, gone.id)).toBeNull();
    expect(await load(projectId, kept.id)).toEqual(kept);
  });

  it('stores what was given, whatever becomes of it afterwards', async () => {
    const { id: projectId } = await aProject(ports());
    const feedback = await storedFeedback(projectId);
    feedback.revise({ title: 'Changed' });
    const loaded = await load(projectId, feedback.id);
    expect(loaded?.title).toBe('Wish');
    loaded?.moveTo('rejected');
    expect((await load(projectId, feedback.id))?.status).toBe('planned');
  });

  it('lets no other unit of work load feedback until the one that did ends', async () => {
    const { id: projectId } = await aProject(ports());
    const { id } = await storedFeedback(projectId);
    const order = await twoAtOnce(
      ports(),
      () => ports().feedback.load(projectId, id),
      async (feedback, who) => {
        if (!feedback) throw new Error('There is no feedback.');
        feedback.revise({ title: `${feedback.title}, ${who}` });
        await ports().feedback.save(feedback);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(projectId, id))?.title).toBe('Wish, first, second');
  });
});
