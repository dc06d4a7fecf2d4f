import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueuedDuplicateJobs } from '../../../../src/feedback/duplicates/jobs/queued-duplicate-jobs.js';
import type { JobHandler, Jobs } from '../../../../src/platform/jobs/index.js';

const comparisonTime = 50;

const projectId = '01a1f99e-4f7a-7ce7-821c-b642cf641984';

describe('a job that compares feedback', () => {
  let run: JobHandler;
  let added: { task: string; payload: unknown }[];
  let mayLeaveMore: boolean;
  let compared: { promise: Promise<void>; resolve: () => void };

  beforeEach(() => {
    added = [];
    let resolve: () => void;
    const promise = new Promise<void>((done) => (resolve = done));
    compared = { promise, resolve: resolve! };
    const queue = {
      handle: (task: string, _lane: string, handler: JobHandler) => {
        if (task === 'compare-feedback') run = handler;
      },
      add: async (task: string, payload: object) => {
        added.push({ task, payload });
        return Promise.resolve();
      },
    };
    new QueuedDuplicateJobs(queue as unknown as Jobs).handle({
      compare: async () => {
        await pause(comparisonTime);
        compared.resolve();
        return mayLeaveMore;
      },
      markImported: async () => Promise.resolve(),
    });
  });

  it('adds no other job when it has compared everything', async () => {
    mayLeaveMore = false;
    await run({ projectId }, new AbortController().signal);
    expect(added).toEqual([]);
  });

  it('adds the next job after a pause', async () => {
    mayLeaveMore = true;
    const running = run({ projectId }, new AbortController().signal);
    await compared.promise;
    await nextTurn();
    expect(added).toEqual([]);
    await running;
    expect(added).toEqual([{ task: 'compare-feedback', payload: { projectId } }]);
  });

  it('adds the next job at once when the process stops', async () => {
    mayLeaveMore = true;
    const stopping = new AbortController();
    stopping.abort();
    await run({ projectId }, stopping.signal);
    expect(added).toHaveLength(1);
  });
});
