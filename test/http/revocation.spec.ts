import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

let first: TestApp;
let second: TestApp;

beforeAll(async () => {
  first = await startApp();
  second = await startApp({ database: first.database });
});

afterAll(async () => {
  await second.close();
  await first.close();
});

it('a token that is revoked through one process is rejected by another within 5 seconds', async () => {
  const { body } = await first.admin.post('/tokens', { name: 'Short', scope: 'read' });
  const elsewhere = second.client(body.token as string);
  expect((await elsewhere.get('/me')).status).toBe(200);
  const start = performance.now();
  expect((await first.admin.delete(`/tokens/${body.id}`)).status).toBe(204);
  // The time of the last request that was accepted.
  let accepted = start;
  for (let sent = start; (await elsewhere.get('/me')).status === 200; sent = performance.now())
    accepted = sent;
  expect(accepted - start).toBeLessThan(5_000);
});
