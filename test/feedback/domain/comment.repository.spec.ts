import { expect, it } from '@jest/globals';
import { Comment } from '../../../src/feedback/domain/comment.js';
import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { aFeedback, aProject, aUser, countsOf, describePort, merged } from '../../support/ports.js';

describePort('CommentRepository', (ports) => {
  const newFeedback = async () => aFeedback(ports(), (await aProject(ports())).id);

  async function written(feedback: Feedback): Promise<Comment> {
    const { id: userId } = await aUser(ports());
    const entry = { id: ports().ids.next(), feedbackId: feedback.id, userId };
    const comment = Comment.write(entry, 'Yes, please.', ports().clock.now());
    await ports().comments.add(comment, feedback);
    return comment;
  }

  it('loads a comment with everything that was stored', async () => {
    const feedback = await newFeedback();
    const comment = await written(feedback);
    const loaded = await ports().comments.load(feedback, comment.id.toUpperCase());
    expect(loaded).toEqual(comment);
    expect(loaded).toBeInstanceOf(Comment);
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
  });

  it('returns null for an unknown id, an invalid id and a comment on other feedback', async () => {
    const [feedback, other] = [await newFeedback(), await newFeedback()];
    const comment = await written(feedback);
    for (const id of [ports().ids.next(), 'x', '', '\0']) {
      expect(await ports().comments.load(feedback, id)).toBeNull();
    }
    expect(await ports().comments.load(other, comment.id)).toBeNull();
  });

  it('saves only the given comment', async () => {
    const feedback = await newFeedback();
    const [comment, other] = [await written(feedback), await written(feedback)];
    ports().clock.advance(1_000);
    comment.edit('No, thanks.', ports().clock.now());
    await ports().comments.save(comment);
    expect(await ports().comments.load(feedback, comment.id)).toEqual(comment);
    expect(await ports().comments.load(feedback, other.id)).toEqual(other);
    expect(await countsOf(ports(), feedback)).toEqual([0, 2]);
  });

  it('removes only the given comment', async () => {
    const feedback = await newFeedback();
    const [gone, kept] = [await written(feedback), await written(feedback)];
    await ports().comments.remove(gone, feedback);
    expect(await ports().comments.load(feedback, gone.id)).toBeNull();
    expect(await ports().comments.load(feedback, kept.id)).toEqual(kept);
    expect(await countsOf(ports(), feedback)).toEqual([0, 1]);
  });

  it('finds comments on merged feedback at its target, and counts and removes them at both', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const [first, second] = [await written(source), await written(source)];
    await merged(ports(), source, target);
    await ports().feedback.recount(target);
    expect(await ports().comments.load(target, first.id)).toEqual(first);
    const own = await written(target);
    expect(await ports().comments.load(source, own.id)).toBeNull();
    expect(await countsOf(ports(), target)).toEqual([0, 3]);
    await ports().comments.remove(second, target);
    expect(await countsOf(ports(), target)).toEqual([0, 2]);
    expect(await countsOf(ports(), source)).toEqual([0, 1]);
  });
});
