import { describe, expect, it } from '@jest/globals';
import { VoteQueries } from '../../../../src/feedback/votes/application/vote.queries.js';
import type { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import type { VoteResult } from '../../../../src/feedback/votes/domain/vote.repository.js';
import {
  aFeedback,
  aProject,
  aUser,
  castVote,
  countsOf,
  usePorts,
  merged,
  runConcurrently,
} from '../../../support/ports.js';

const ports = usePorts();

function changedVotes(result: VoteResult | null): number | null {
  return result?.isChanged ? result.feedback.record.upvotes : null;
}

describe('VoteRepository', () => {
  const newFeedback = async () => aFeedback(ports(), (await aProject(ports())).id);
  /** Returns the new number of votes; null when it has not changed. */
  const add = async (feedback: Feedback, userId: string): Promise<number | null> =>
    changedVotes(await castVote(ports(), feedback, userId));
  const remove = async ({ projectId, id }: Feedback, userId: string): Promise<number | null> =>
    changedVotes(await ports().votes.remove(projectId, id, userId, false));

  it('counts each user once, and returns the number of votes', async () => {
    const feedback = await newFeedback();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    expect(await add(feedback, ada.id)).toBe(1);
    expect(await add(feedback, ada.id.toUpperCase())).toBeNull();
    expect(await countsOf(ports(), feedback)).toEqual([1, 0]);
    expect(await add(feedback, bob.id)).toBe(2);
    expect(await countsOf(ports(), feedback)).toEqual([2, 0]);
    expect(await countsOf(ports(), await newFeedback())).toEqual([0, 0]);
  });

  it('serializes concurrent votes for the same feedback', async () => {
    const feedback = await newFeedback();
    const voters = [await aUser(ports()), await aUser(ports())];
    const counts: unknown[] = [];
    const order = await runConcurrently(
      ports(),
      async () => counts.push(await add(feedback, voters.shift()!.id)),
      () => Promise.resolve(),
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect(counts).toEqual([1, 2]);
    expect(await countsOf(ports(), feedback)).toEqual([2, 0]);
  });

  it('stores no vote of a unit of work that is rolled back', async () => {
    const feedback = await newFeedback();
    const { id: userId } = await aUser(ports());
    const run = ports().unitOfWork.run(async () => {
      await add(feedback, userId);
      throw new Error('No.');
    });
    await expect(run).rejects.toThrow('No.');
    expect(await countsOf(ports(), feedback)).toEqual([0, 0]);
    expect(await add(feedback, userId)).toBe(1);
  });

  it('rejects votes for feedback of other projects, merged feedback and unknown feedback', async () => {
    const { votes, clock, ids } = ports();
    const [source, target] = [await newFeedback(), await newFeedback()];
    const { id: userId } = await aUser(ports());
    await merged(ports(), source, target);
    expect(await add(source, userId)).toBeNull();
    expect(await votes.add(source.projectId, target.id, userId, clock.now())).toBeNull();
    expect(await votes.add(target.projectId, ids.next(), userId, clock.now())).toBeNull();
    for (const each of [source, target]) expect(await countsOf(ports(), each)).toEqual([0, 0]);
  });

  it('rejects votes of unknown and anonymized users', async () => {
    const feedback = await newFeedback();
    const gone = await aUser(ports());
    gone.anonymize();
    await ports().users.save(gone);
    for (const none of [gone.id, ports().ids.next()]) {
      expect(await castVote(ports(), feedback, none)).toMatchObject({ isChanged: false, isKnownUser: false });
    }
    expect(await countsOf(ports(), feedback)).toEqual([0, 0]);
  });

  it('removes a vote, and returns the number of votes if there was one', async () => {
    const feedback = await newFeedback();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    await add(feedback, ada.id);
    await add(await newFeedback(), bob.id);
    for (const none of [bob.id, ports().ids.next()]) {
      expect(await remove(feedback, none)).toBeNull();
    }
    expect(await countsOf(ports(), feedback)).toEqual([1, 0]);
    expect(await remove(feedback, ada.id.toUpperCase())).toBe(0);
    expect(await remove(feedback, ada.id)).toBeNull();
    expect(await countsOf(ports(), feedback)).toEqual([0, 0]);
  });

  it('counts a user who voted for both source and target once', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    await add(source, ada.id);
    await merged(ports(), source, target);
    await ports().feedback.recount(target);
    expect(await add(target, ada.id)).toBeNull();
    expect(await add(target, bob.id)).toBe(2);
    expect(await countsOf(ports(), target)).toEqual([2, 0]);
    expect(await countsOf(ports(), source)).toEqual([1, 0]);
  });

  it('lists a user who voted for both source and target at the same time once', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const ada = await aUser(ports());
    for (const each of [source, target]) await add(each, ada.id);
    const page = { limit: 10, count: true };
    const { records, total } = await ports().get(VoteQueries).list([target.id, source.id], page);
    expect([records.map(({ user }) => user.id), total]).toEqual([[ada.id], 1]);
  });

  it('removes a vote for merged feedback, whether it was cast for the source or the target', async () => {
    const [one, two, target] = [await newFeedback(), await newFeedback(), await newFeedback()];
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    for (const each of [one, two, target]) await add(each, ada.id);
    await add(one, bob.id);
    await merged(ports(), one, target);
    await merged(ports(), two, target);
    await ports().feedback.recount(target);
    expect(await remove(target, ada.id)).toBe(1);
    expect(await countsOf(ports(), target)).toEqual([1, 0]);
    expect(await countsOf(ports(), one)).toEqual([1, 0]);
    expect(await countsOf(ports(), two)).toEqual([0, 0]);
    expect(await remove(target, bob.id)).toBe(0);
    expect(await countsOf(ports(), target)).toEqual([0, 0]);
    expect(await countsOf(ports(), one)).toEqual([0, 0]);
  });
});
