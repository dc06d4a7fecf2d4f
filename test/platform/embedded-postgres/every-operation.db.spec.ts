import { beforeAll, expect, it } from '@jest/globals';
import { sharedApp, type TestApp } from '../../support/app.js';
import { bodyOf } from '../../support/feedback.js';
import {
  call,
  inDestructiveOrder,
  nameOf,
  prepareWorld,
  tokenFor,
  type World,
} from '../../support/operations.js';
import { unique } from '../../support/unique.js';

let service: TestApp;
let world: World;
let token: string;

beforeAll(async () => {
  service = await sharedApp();
  // An instance admin of its own, since one operation changes the name of the caller.
  const person = { email: `${unique('caller')}@example.com`, full_name: 'Caller', instance_admin: true };
  const { id } = await bodyOf(service.admin.post('/users', person));
  const wanted = { name: 'Caller', scope: 'admin', user_id: id };
  ({ token } = await bodyOf(service.admin.post('/tokens', wanted)));
  world = await prepareWorld(service, id as string, 'owner');
});

it.each(inDestructiveOrder.map((each) => [nameOf(each), each] as const))('%s succeeds', async (_, called) => {
  const { status } = await call(service, tokenFor(called, world, token), called, world);
  expect(status).toBe(called.status);
});
