import { describe, expect, it } from '@jest/globals';
import { Comment } from '../../../src/feedback/domain/comment.js';
import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { aFeedback, aProject, aUser, countsOf, usePorts, merged } from '../../support/ports.js';

const ports = usePorts();

describe('CommentRepository', () => {
  const load = async ({ projectId, id }: Feedback, commentId: string): Promise<Comment | null> =>
    (await ports().comments.load(projectId, id, commentId))?.aggregate ?? null;

  const newFeedback = async () => aFeedback(ports(), (await aProject(ports())).id);

  async function written(feedback: Feedback): Promise<Comment> {
    const { id: userId } = await aUser(ports());
    const entry = { id: ports().ids.next(), feedbackId: feedback.id, userId };
    const comment = Comment.write(entry, 'Yes, please.', ports().clock.now());
    const added = await ports().comments.add(feedback.projectId, comment);
    expect(added?.record).toMatchObject({
      id: comment.id,
      feedback_id: feedback.id,
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
      const comment = Comment.write(entry, 'No.', ports().clock.now());
      expect(await ports().comments.add(projectId, comment)).toBeNull();
    }
    expect(await countsOf(ports(), source)).toEqual([0, 0]);
  });

  it('saves only the given comment', async () => {
    const feedback = await newFeedback();
    const [comment, other] = [await written(feedback), await written(feedback)];
    ports().clock.advance(1_000);
    comment.edit('No, thanks.', ports().clock.now());
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
});
