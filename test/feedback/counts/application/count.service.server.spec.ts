import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CountService, type Miscount } from '../../../../src/feedback/counts/application/count.service.js';
import {
  aFeedback,
  aProject,
  aUser,
  castVote,
  usePorts,
  merged,
  type Ports,
} from '../../../support/ports.js';

const opened = usePorts();

describe('CountService', () => {
  let ports: Ports;
  let projectId: string;

  beforeEach(async () => {
    ports = opened();
    projectId = (await aProject(ports)).id;
  });

  async function check(): Promise<{ checked: number; corrected: number; found: Miscount[] }> {
    const found: Miscount[] = [];
    const totals = await ports.get(CountService).check((miscount) => found.push(miscount));
    return { ...totals, found };
  }

  /** Stores wrong counters. */
  const miscount = (id: string, upvotes: number, comments: number) =>
    ports.query('update feedback set upvotes = $2, comment_count = $3 where id = $1', [
      id,
      upvotes,
      comments,
    ]);

  it('reports nothing if there is no feedback or all counters are correct', async () => {
    expect(await check()).toEqual({ checked: 0, corrected: 0, found: [] });
    const feedback = await aFeedback(ports, projectId);
    await castVote(ports, feedback);
    expect(await check()).toEqual({ checked: 1, corrected: 0, found: [] });
  });

  it('corrects wrong counters, and reports each of them', async () => {
    const [one, two] = [await aFeedback(ports, projectId), await aFeedback(ports, projectId)];
    await miscount(one.id, 3, 0);
    await miscount(two.id, 1, 2);
    expect(await check()).toEqual({
      checked: 2,
      corrected: 3,
      found: [
        { feedbackId: one.id, field: 'upvotes', was: 3, is: 0 },
        { feedbackId: two.id, field: 'upvotes', was: 1, is: 0 },
        { feedbackId: two.id, field: 'commentCount', was: 2, is: 0 },
      ],
    });
    expect(await check()).toEqual({ checked: 2, corrected: 0, found: [] });
  });

  it('counts the votes and comments of merged feedback for the target, and for the source only its own', async () => {
    const [source, target] = [await aFeedback(ports, projectId), await aFeedback(ports, projectId)];
    const { id: ada } = await aUser(ports);
    for (const feedback of [source, target]) await castVote(ports, feedback, ada);
    await castVote(ports, source);
    await merged(ports, source, target);
    await miscount(source.id, 0, 0);
    expect((await check()).found).toEqual([
      { feedbackId: source.id, field: 'upvotes', was: 0, is: 2 },
      { feedbackId: target.id, field: 'upvotes', was: 1, is: 2 },
    ]);
  });

  it('checks all feedback of all projects, in batches', async () => {
    const other = (await aProject(ports)).id;
    await ports.unitOfWork.run(async () => {
      for (let number = 0; number < 601; number++) {
        await aFeedback(ports, number % 2 === 0 ? projectId : other);
      }
    });
    const [last] = (await ports.feedback.checkCounts(null, 601)).slice(-1);
    await miscount(last?.id ?? '', 1, 0);
    const batches = jest.spyOn(ports.feedback, 'checkCounts');
    expect(await check()).toMatchObject({ checked: 601, corrected: 1, found: [{ feedbackId: last?.id }] });
    for (const [, limit] of batches.mock.calls) expect(limit).toBeLessThanOrEqual(500);
  });

  it('does not report feedback that is deleted or corrected during the check', async () => {
    const [gone, right] = [await aFeedback(ports, projectId), await aFeedback(ports, projectId)];
    for (const { id } of [gone, right]) await miscount(id, 1, 0);
    const checkCounts = ports.feedback.checkCounts.bind(ports.feedback);
    jest.spyOn(ports.feedback, 'checkCounts').mockImplementation(async (...request) => {
      const checked = await checkCounts(...request);
      const isThere = await ports.unitOfWork.run(() => ports.feedback.load(projectId, gone.id));
      if (isThere) await ports.feedback.remove(gone);
      await ports.feedback.recount(right);
      return checked;
    });
    expect(await check()).toEqual({ checked: 2, corrected: 0, found: [] });
  });
});
