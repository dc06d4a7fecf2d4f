import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import {
  call,
  inDestructiveOrder,
  nameOf,
  prepareWorld,
  tokenFor,
  type World,
} from '../../support/operations.js';

let service: TestApp;
let world: World;

beforeAll(async () => {
  service = await startApp();
  const { body } = await service.admin.get('/me');
  world = await prepareWorld(service, body.user.id as string, 'owner');
});

afterAll(() => service.close());

it.each(inDestructiveOrder.map((each) => [nameOf(each), each] as const))('%s succeeds', async (_, called) => {
  const { status } = await call(service, tokenFor(called, world, service.admin.token), called, world);
  expect(status).toBe(called.status);
});
