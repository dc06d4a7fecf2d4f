import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { configure } from '../src/configure.js';
import { RoadmapItem } from '../src/roadmap/roadmap-item.js';
import { LoginService } from '../src/users/login.service.js';
import { type Answer, Person } from './person.js';

const acme = '/api/feedback/v1/projects/acme';

let app: NestExpressApplication;
let program: Person;
let token = '';

/** Sends a request as a program, with the token of the login. */
function send(method: string, path: string, body?: object): Promise<Answer> {
  return program.send(method, path, body, { authorization: `Bearer ${token}` });
}

before(async () => {
  app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
  configure(app);
  await app.listen(0, '127.0.0.1');
  program = new Person(await app.getUrl());
  await app
    .get(LoginService)
    .register({ email: 'ada@example.com', name: 'Ada', admin: true }, 'correct horse');
});

after(() => app.close());

it("accepts the tokens of the host's login in the service, and embeds the host's users in records", async () => {
  const { body } = await program.send('POST', '/api/v1/login', {
    email: 'ada@example.com',
    password: 'correct horse',
  });
  token = body.data.token;
  const created = await send('POST', '/api/feedback/v1/projects', { name: 'Acme', slug: 'acme' });
  assert.equal(created.status, 201);
  assert.equal((await send('GET', '/api/feedback/v1/me')).body.user.full_name, 'Ada');
});

it('stores an item and its feedback together, or neither', async () => {
  const plan = { title: 'Dark mode', quarter: '2027-Q1', budget: 5_000, confidential: false };
  assert.equal((await send('POST', '/api/v1/roadmap/acme', plan)).status, 201);
  const tooDear = { ...plan, title: 'Too dear', budget: 2 ** 31 };
  assert.equal((await send('POST', '/api/v1/roadmap/acme', tooDear)).status, 500);
  const rejected = await send('POST', '/api/v1/roadmap/acme', { ...plan, title: ' ' });
  assert.deepEqual([rejected.status, rejected.body.code], [400, 'invalid_input']);
  assert.equal((await send('POST', '/api/v1/roadmap/unknown', plan)).status, 404);
  const { body } = await send('GET', `${acme}/feedback`);
  assert.deepEqual(
    body.map(({ title }: { title: string }) => title),
    ['Dark mode'],
  );
});

it('has operations of its own beside the operations of the service', async () => {
  const { status, body } = await send('POST', `${acme}/milestones`, { name: 'Beta', due: '2027-03-31' });
  assert.equal(status, 201);
  assert.deepEqual((await send('GET', `${acme}/milestones?state=open`)).body, [body]);
});

it(
  'ships an item when its feedback is completed, and removes it with its feedback',
  { timeout: 20_000 },
  async () => {
    const [{ id, budget, feedback }] = (await send('GET', '/api/v1/roadmap/acme')).body.data;
    assert.deepEqual([budget, feedback.title], [5_000, 'Dark mode']);
    const items = app.get(DataSource).getRepository(RoadmapItem);
    const stateOf = async () => (await items.findOneBy({ feedbackId: id }))?.state;
    await send('PATCH', `${acme}/feedback/${id}`, { status: 'completed' });
    while ((await stateOf()) !== 'shipped') await setTimeout(50);
    await send('DELETE', `${acme}/feedback/${id}`);
    while ((await stateOf()) !== undefined) await setTimeout(50);
  },
);
