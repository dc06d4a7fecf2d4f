import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Comment } from '../../../../src/feedback/comments/domain/comment.js';
import { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { aProject, aUser, castVote, usePorts, merged, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

const changeOf = ({ userId, createdAt }: Feedback) => ({ id: randomUUID(), userId, createdAt });

describe('FeedbackRepository', () => {
  const load = async (projectId: string, id: string): Promise<Feedback | null> =>
    (await ports().unitOfWork.run(() => ports().feedback.load(projectId, id)))?.aggregate ?? null;

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

  it('returns null for an unknown id, an invalid id and feedback of another project', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const feedback = await storedFeedback(project.id);
    for (const id of [ports().ids.next(), 'x', '', '\0']) expect(await load(project.id, id)).toBeNull();
    expect(await load(other.id, feedback.id)).toBeNull();
  });

  it('rejects feedback of a project that does not exist', async () => {
    const feedback = await newFeedback(ports().ids.next());
    const added = ports().unitOfWork.run(() => ports().feedback.add(feedback));
    await expect(added).rejects.toThrow(ProjectNotFound);
  });

  it('saves changes, and replaces the tags', async () => {
    const { id: projectId } = await aProject(ports());
    const [bug, idea] = [await aTag(projectId, 'bug'), await aTag(projectId, 'idea')];
    const other = await storedFeedback(projectId, [bug.id]);
    const feedback = await storedFeedback(projectId, [bug.id]);
    feedback.update({ title: 'Changed', description: '' });
    feedback.changeStatus('completed', changeOf(feedback));
    feedback.replaceTags([idea.id]);
    await ports().feedback.save(feedback);
    expect(await load(projectId, feedback.id)).toEqual(feedback);
    feedback.replaceTags([]);
    await ports().feedback.save(feedback);
    expect(await load(projectId, feedback.id)).toEqual(feedback);
    expect(await load(projectId, other.id)).toEqual(other);
  });

  it('saves different changes of several records, and returns them in their order', async () => {
    const { id: projectId } = await aProject(ports());
    const tag = await aTag(projectId, 'bug');
    const stored = [
      await storedFeedback(projectId),
      await storedFeedback(projectId),
      await storedFeedback(projectId),
    ];
    const ids = stored.map(({ id }) => id);
    const loaded = await ports().unitOfWork.run(() => ports().feedback.loadAll(projectId, ids));
    const [renamed, tagged, completed] = loaded.map(({ aggregate }) => aggregate) as [
      Feedback,
      Feedback,
      Feedback,
    ];
    renamed.update({ title: 'Changed', description: '' });
    renamed.changeStatus('rejected', changeOf(renamed));
    tagged.replaceTags([tag.id]);
    tagged.patchMetadata({ plan: 'pro' });
    completed.changeStatus('completed', changeOf(completed));
    const changed = [completed, renamed, tagged];
    const saved = await ports().unitOfWork.run(() => ports().feedback.saveAll(changed));
    expect(saved.map(({ record }) => record)).toMatchObject([
      { id: completed.id, title: 'Wish', status: 'completed', tags: [], metadata: {} },
      { id: renamed.id, title: 'Changed', description: '', status: 'rejected', tags: [], metadata: {} },
      { id: tagged.id, title: 'Wish', status: 'planned', tags: [{ name: 'bug' }], metadata: { plan: 'pro' } },
    ]);
    for (const feedback of changed) expect(await load(projectId, feedback.id)).toEqual(feedback);
    expect(await ports().unitOfWork.run(() => ports().feedback.saveAll([]))).toEqual([]);
  });

  it('removes only the given feedback, and none of its tags', async () => {
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

  it('is not affected by later changes to the object that was stored', async () => {
    const { id: projectId } = await aProject(ports());
    const feedback = await storedFeedback(projectId);
    feedback.update({ title: 'Changed' });
    const loaded = await load(projectId, feedback.id);
    expect(loaded?.title).toBe('Wish');
    loaded?.changeStatus('rejected', changeOf(loaded));
    expect((await load(projectId, feedback.id))?.status).toBe('planned');
  });

  it('locks loaded feedback until the unit of work ends', async () => {
    const { id: projectId } = await aProject(ports());
    const { id } = await storedFeedback(projectId);
    const order = await runConcurrently(
      ports(),
      () => ports().feedback.load(projectId, id),
      async (loaded, who) => {
        if (!loaded) throw new Error('There is no feedback.');
        const { aggregate: feedback } = loaded;
        feedback.update({ title: `${feedback.title}, ${who}` });
        await ports().feedback.save(feedback);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(projectId, id))?.title).toBe('Wish, first, second');
  });

  it('loads and locks several records in the order of their ids', async () => {
    const { id: projectId } = await aProject(ports());
    const bug = await aTag(projectId, 'bug');
    const [one, two] = [await storedFeedback(projectId, [bug.id]), await storedFeedback(projectId)];
    const elsewhere = await storedFeedback((await aProject(ports())).id);
    const ids = [two.id, elsewhere.id, ports().ids.next(), one.id.toUpperCase()];
    const found = await ports().unitOfWork.run(() => ports().feedback.loadAll(projectId, ids));
    expect(found.map(({ aggregate: { id, tagIds } }) => [id, tagIds])).toEqual([
      [one.id, [bug.id]],
      [two.id, []],
    ]);
    const order = await runConcurrently(
      ports(),
      () => ports().feedback.loadAll(projectId, [two.id, one.id]),
      async (loaded, who) => {
        for (const { aggregate: feedback } of loaded) {
          feedback.update({ title: `${feedback.title}, ${who}` });
          await ports().feedback.save(feedback);
        }
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(projectId, two.id))?.title).toBe('Wish, first, second');
  });

  it('loads the tags that another unit of work has set while this one waited for the lock', async () => {
    const { id: projectId } = await aProject(ports());
    const [bug, idea] = [await aTag(projectId, 'bug'), await aTag(projectId, 'idea')];
    const { id } = await storedFeedback(projectId, [bug.id]);
    const found: (string[] | undefined)[] = [];
    await runConcurrently(
      ports(),
      () => ports().feedback.load(projectId, id),
      async (loaded, who) => {
        const feedback = loaded?.aggregate;
        found.push(loaded?.before.record.tags.map(({ name }) => name));
        feedback?.replaceTags(who === 'first' ? [idea.id] : []);
        if (feedback) await ports().feedback.save(feedback);
      },
    );
    expect(found).toEqual([['bug'], ['idea']]);
    expect((await load(projectId, id))?.tagIds).toEqual([]);
  });

  describe('merged feedback', () => {
    const vote = (feedback: Feedback, userId?: string) => castVote(ports(), feedback, userId);
    const mergedInto = async ({ projectId, id }: Feedback) =>
      (await ports().unitOfWork.run(() => ports().feedback.load(projectId, id)))?.before.record.merged_ids;

    async function pair(): Promise<[Feedback, Feedback]> {
      const { id: projectId } = await aProject(ports());
      return [await storedFeedback(projectId), await storedFeedback(projectId)];
    }

    it('stores its target, and that it is restored', async () => {
      const [source, target] = await pair();
      expect(await mergedInto(target)).toEqual([]);
      await merged(ports(), source, target);
      expect((await load(source.projectId, source.id))?.mergedInto).toBe(target.id);
      expect(await mergedInto(target)).toEqual([source.id]);
      expect(await mergedInto(source)).toEqual([]);
      source.unmerge();
      await ports().feedback.save(source);
      expect(await load(source.projectId, source.id)).toEqual(source);
      expect(await mergedInto(target)).toEqual([]);
    });

    it('recounts votes and comments of both, each voter once, and returns the former and the new counters', async () => {
      const [source, target] = await pair();
      const { id: ada } = await aUser(ports());
      for (const feedback of [source, target]) {
        await vote(feedback, ada);
        await vote(feedback);
        const entry = { id: ports().ids.next(), feedbackId: feedback.id, userId: ada };
        const comment = Comment.write(entry, { content: 'Hi' }, ports().clock.now());
        await ports().unitOfWork.run(() =>
          ports().comments.add(feedback.projectId, feedback.id, comment, { locked: false }),
        );
      }
      await merged(ports(), source, target);
      const own = { upvotes: 2, commentCount: 1 };
      const both = { upvotes: 3, commentCount: 2 };
      expect(await ports().feedback.recount(target)).toEqual({ was: own, is: both });
      expect(await ports().feedback.recount(target)).toEqual({ was: both, is: both });
      expect(await ports().feedback.recount(source)).toEqual({ was: own, is: own });
      source.unmerge();
      await ports().feedback.save(source);
      expect(await ports().feedback.recount(target)).toEqual({ was: both, is: own });
    });

    it('is removed with its votes and comments, and its own sources are restored', async () => {
      const [source, target] = await pair();
      await vote(source);
      await vote(target);
      await merged(ports(), source, target);
      await ports().feedback.remove(target);
      expect(await load(source.projectId, source.id)).toMatchObject({ mergedInto: null });
      const one = { upvotes: 1, commentCount: 0 };
      expect(await ports().feedback.recount(source)).toEqual({ was: one, is: one });
    });

    it('is checked by id, and wrong counters are reported', async () => {
      const [[a, b], [c, d]] = [await pair(), await pair()];
      for (const feedback of [a, b, c, d]) await vote(feedback);
      // The counters are not updated: the targets still have one vote.
      await merged(ports(), a, b);
      await merged(ports(), d, c);
      const entry = ({ id, projectId }: Feedback, isRight: boolean) => ({ id, projectId, isRight });
      const all = [entry(a, true), entry(b, false), entry(c, false), entry(d, true)];
      expect(await ports().feedback.checkCounts(null, 10)).toEqual(all);
      expect(await ports().feedback.checkCounts(null, 2)).toEqual(all.slice(0, 2));
      expect(await ports().feedback.checkCounts(b.id, 1)).toEqual([entry(c, false)]);
      expect(await ports().feedback.checkCounts(d.id, 10)).toEqual([]);
      await ports().feedback.recount(b);
      expect(await ports().feedback.checkCounts(a.id, 1)).toEqual([entry(b, true)]);
    });
  });
});
