import { describe, expect, it } from '@jest/globals';
import { Comment } from '../../../../src/feedback/comments/domain/comment.js';
import type { CommentKind } from '../../../../src/feedback/comments/domain/comment.record.js';
import type { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import {
  aFeedback,
  aProject,
  aUser,
  countsOf,
  merged,
  type Ports,
  usePorts,
} from '../../../support/ports.js';

const ports = usePorts();

function run<T>(work: (all: Ports) => Promise<T>): Promise<T> {
  return ports().unitOfWork.run(() => work(ports()));
}

describe('CommentRepository', () => {
  const load = async ({ projectId, id }: Feedback, commentId: string): Promise<Comment | null> =>
    (await run(({ comments }) => comments.load(projectId, id, commentId)))?.aggregate ?? null;

  const newFeedback = async () => aFeedback(ports(), (await aProject(ports())).id);

  async function written(
    feedback: Feedback,
    { kind, parent }: { kind?: CommentKind; parent?: Comment } = {},
  ): Promise<Comment> {
    const { id: userId } = await aUser(ports());
    const entry = { id: ports().ids.next(), feedbackId: feedback.id, userId };
    const comment = Comment.write(entry, { content: 'Yes, please.', kind }, ports().clock.now(), parent);
    const added = await run(({ comments }) =>
      comments.add(feedback.projectId, feedback.id, comment, { locked: false }),
    );
    expect(added?.record).toMatchObject({
      id: comment.id,
      feedback_id: comment.feedbackId,
      parent_id: parent?.id ?? '',
      kind: comment.kind,
      content: 'Yes, please.',
    });
    return comment;
  }

  it('loads a comment with everything that was stored', async () => {
    const feedback = await newFeedback();
    const comment = await written(feedback);
    const loaded = await load(feedback, comment.id.toUpperCase());
    expect(loaded).toEqual(comment);
    expect(loaded).toBeInstanceOf(Comment);
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
  });

  it('returns null for an unknown id, an invalid id and a comment on other feedback', async () => {
    const [feedback, other] = [await newFeedback(), await newFeedback()];
    const comment = await written(feedback);
    for (const id of [ports().ids.next(), 'x', '', '\0']) {
      expect(await load(feedback, id)).toBeNull();
    }
    expect(await load(other, comment.id)).toBeNull();
  });

  it('adds none to merged and unknown feedback', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    await merged(ports(), source, target);
    const { id: userId } = await aUser(ports());
    for (const [projectId, feedbackId] of [
      [source.projectId, source.id],
      [source.projectId, target.id],
      [target.projectId, ports().ids.next()],
      [target.projectId, 'x'],
    ] as const) {
      const entry = { id: ports().ids.next(), feedbackId, userId };
      const comment = Comment.write(entry, { content: 'No.' }, ports().clock.now());
      const added = await run(({ comments }) =>
        comments.add(projectId, feedbackId, comment, { locked: true }),
      );
      expect(added).toBeNull();
    }
    expect(await countsOf(ports(), source)).toEqual([0, 0]);
  });

  it('saves only the given comment', async () => {
    const feedback = await newFeedback();
    const [comment, other] = [await written(feedback), await written(feedback)];
    ports().clock.advance(1_000);
    comment.update({ content: 'No, thanks.' }, ports().clock.now());
    const { record } = await ports().comments.save(comment);
    expect(record).toMatchObject({ content: 'No, thanks.', updated_at: ports().clock.now().toISOString() });
    expect(await load(feedback, comment.id)).toEqual(comment);
    expect(await load(feedback, other.id)).toEqual(other);
    expect(await countsOf(ports(), feedback)).toEqual([0, 2]);
  });

  it('removes only the given comment', async () => {
    const feedback = await newFeedback();
    const [gone, kept] = [await written(feedback), await written(feedback)];
    await ports().comments.remove(gone);
    expect(await load(feedback, gone.id)).toBeNull();
    expect(await load(feedback, kept.id)).toEqual(kept);
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
  });

  it('finds comments on merged feedback at its target, and counts and removes them at both', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const [first, second] = [await written(source), await written(source)];
    await merged(ports(), source, target);
    await ports().feedback.recount(target);
    expect(await load(target, first.id)).toEqual(first);
    const own = await written(target);
    expect(await load(source, own.id)).toBeNull();
    expect(await countsOf(ports(), target)).toEqual([0, 3]);
    await ports().comments.remove(second);
    expect(await countsOf(ports(), target)).toEqual([0, 2]);
    expect(await countsOf(ports(), source)).toEqual([0, 1]);
  });

  it('loads replies with the kind of their parent, oldest first', async () => {
    const feedback = await newFeedback();
    const [parent, other] = [await written(feedback, { kind: 'internal' }), await written(feedback)];
    const first = await written(feedback, { parent });
    ports().clock.advance(1_000);
    const second = await written(feedback, { parent });
    await written(feedback, { parent: other });
    expect((await ports().comments.replies(parent)).map(({ aggregate }) => aggregate)).toEqual([
      first,
      second,
    ]);
    expect(await load(feedback, second.id)).toEqual(second);
    expect(second.parent).toEqual({ id: parent.id, kind: 'internal', approval: 'approved' });
  });

  it('does not count internal comments', async () => {
    const feedback = await newFeedback();
    const [comment, internal] = [await written(feedback), await written(feedback, { kind: 'internal' })];
    await written(feedback, { kind: 'response' });
    expect(await countsOf(ports(), feedback)).toEqual([0, 2]);
    comment.update({ kind: 'internal' }, ports().clock.now());
    await ports().comments.save(comment);
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
    internal.update({ kind: 'response' }, ports().clock.now());
    await ports().comments.save(internal);
    expect(await countsOf(ports(), feedback)).toEqual([0, 2]);
    await ports().comments.remove(comment);
    expect(await countsOf(ports(), feedback)).toEqual([0, 2]);
    const { was, is } = await ports().feedback.recount(feedback);
    expect(is).toEqual(was);
  });

  it('adds a reply to the merged feedback of its parent, and counts it at both', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const parent = await written(source);
    await merged(ports(), source, target);
    await ports().feedback.recount(target);
    const reply = await written(target, { parent });
    expect(reply.feedbackId).toBe(source.id);
    expect(await countsOf(ports(), source)).toEqual([0, 2]);
    expect(await countsOf(ports(), target)).toEqual([0, 2]);
    reply.update({ kind: 'internal' }, ports().clock.now());
    await ports().comments.save(reply);
    expect(await countsOf(ports(), source)).toEqual([0, 1]);
    expect(await countsOf(ports(), target)).toEqual([0, 1]);
  });

  it('adds a comment to feedback whose comments are locked only if that is allowed', async () => {
    const feedback = await newFeedback();
    const { id: userId } = await aUser(ports());
    feedback.update({ commentsLocked: true });
    await ports().feedback.save(feedback);
    for (const locked of [false, true]) {
      const origin = { id: ports().ids.next(), feedbackId: feedback.id, userId };
      const comment = Comment.write(origin, { content: 'Yes.' }, ports().clock.now());
      const added = await run(({ comments }) =>
        comments.add(feedback.projectId, feedback.id, comment, { locked }),
      );
      expect(added !== null).toBe(locked);
      const loaded = await run(({ comments }) => comments.load(feedback.projectId, feedback.id, comment.id));
      expect(loaded?.isLocked).toBe(locked ? true : undefined);
    }
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
  });
});
