import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newProject } from '../support/feedback.js';
import { settleRevenue, wrongSums } from '../support/revenue.js';

let service: TestApp;
let admin: Client;

beforeAll(async () => {
  service = await startApp({ background: true });
  admin = service.admin;
});
afterAll(() => service.close());

/** Returns a function that returns numbers below a limit: the same ones in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

it('sums are right after writers have voted, merged, moved people and changed companies at the same time', async () => {
  const project = await newProject(service);
  const people: string[] = [];
  const feedback: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    people.push((await expectSuccess(admin.put(`${project}/people/${n}`, {}))).body.user.id as string);
  }
  for (let n = 0; n < 8; n += 1) {
    const body = { title: `Wish ${n}`, user_id: people[n] };
    feedback.push((await expectSuccess(admin.post(`${project}/feedback`, body))).body.id as string);
  }
  const writes: ((next: (limit: number) => number) => Promise<Answer>)[] = [
    (next) => admin.put(`${project}/feedback/${feedback[next(8)]}/upvotes/${people[next(12)]}`),
    (next) => admin.delete(`${project}/feedback/${feedback[next(8)]}/upvotes/${people[next(12)]}`),
    (next) => admin.put(`${project}/people/${next(12)}`, { company: String(next(4)) }),
    (next) => admin.put(`${project}/people/${next(12)}`, { company: '' }),
    (next) => admin.put(`${project}/companies/${next(4)}`, { revenue: next(1_000) }),
    (next) => admin.put(`${project}/companies/${next(4)}`, { revenue: next(1_000) }),
    (next) => admin.delete(`${project}/companies/${next(4)}`),
    (next) => admin.post(`${project}/feedback/${feedback[next(8)]}/merge`, { into: feedback[next(8)] }),
    (next) => admin.delete(`${project}/feedback/${feedback[next(8)]}/merge`),
  ];
  let isWriting = true;
  const refresh = async (): Promise<void> => {
    while (isWriting) await settleRevenue(service);
  };
  const refreshing = [refresh(), refresh()];
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      const next = numbers(writer + 1);
      for (let n = 0; n < 60; n += 1) {
        // Also merges that are refused, and companies that do not exist.
        const { status, text } = await writes[next(writes.length)]!(next);
        if (status >= 500) throw new Error(`${status}: ${text}`);
      }
    }),
  ).finally(() => {
    isWriting = false;
  });
  await Promise.all(refreshing);
  // The writers may have deleted all companies in the end.
  await expectSuccess(admin.put(`${project}/companies/0`, { revenue: 100 }));
  await expectSuccess(admin.put(`${project}/people/0`, { company: '0' }));
  await settleRevenue(service);
  expect(await wrongSums(service)).toEqual([]);
  expect(await service.database.database.dataSource.query('select from feedback_revenue')).not.toEqual([]);
});
