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

it('a block, and a change of `signed_in`, take effect in another process within 5 seconds', async () => {
  await first.admin.post('/projects', { name: 'Shared', slug: 'shared' });
  const settings = '/projects/shared/settings';
  await first.admin.patch(settings, { signed_in: 'viewer' });
  const person = await first.userClient('blocked@example.com');
  const elsewhere = second.client(person.token);
  const untilRefused = async (change: () => Promise<unknown>) => {
    expect((await elsewhere.get('/projects/shared')).status).toBe(200);
    await change();
    const start = performance.now();
    let accepted = start;
    for (let sent = start; (await elsewhere.get('/projects/shared')).status === 200; sent = performance.now())
      accepted = sent;
    expect(accepted - start).toBeLessThan(5_000);
  };
  await untilRefused(() => first.admin.patch(settings, { signed_in: '' }));
  await first.admin.patch(settings, { signed_in: 'viewer' });
  await untilRefused(() => first.admin.put(`/projects/shared/members/${person.userId}`, { role: 'blocked' }));
});
