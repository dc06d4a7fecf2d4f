import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { RoadmapItem } from '../src/roadmap/roadmap-item.js';
import { LoginService } from '../src/users/login.service.js';
import { User } from '../src/users/user.entity.js';

let app: INestApplication;
let url: string;
let token = '';

async function send(method: string, path: string, body?: object): Promise<{ status: number; json: any }> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text && JSON.parse(text) };
}

before(async () => {
  app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  app.useGlobalPipes(new ValidationPipe());
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  await app
    .get(LoginService)
    .register({ email: 'ada@example.com', name: 'Ada', admin: true }, 'correct horse');
});

after(() => app.close());

it("accepts the host's login in the service, and embeds the host's users in records", async () => {
  token = (await send('POST', '/login', { email: 'ada@example.com', password: 'correct horse' })).json.token;
  assert.equal((await send('POST', '/feedback/v1/projects', { name: 'Acme', slug: 'acme' })).status, 201);
  const { json } = await send('GET', '/feedback/v1/me');
  assert.equal(json.user.full_name, 'Ada');
});

it('stores an item and its feedback together, or neither', async () => {
  const plan = { title: 'Dark mode', quarter: '2027-Q1', budget: 5_000 };
  assert.equal((await send('POST', '/roadmap/acme', plan)).status, 201);
  assert.equal(
    (await send('POST', '/roadmap/acme', { ...plan, title: 'Too dear', budget: 2 ** 31 })).status,
    500,
  );
  const rejected = await send('POST', '/roadmap/acme', { ...plan, title: ' ' });
  assert.deepEqual([rejected.status, rejected.json.code], [400, 'invalid_input']);
  assert.equal((await send('POST', '/roadmap/unknown', plan)).status, 404);
  const { json } = await send('GET', '/feedback/v1/projects/acme/feedback');
  assert.deepEqual(
    json.map(({ title }: { title: string }) => title),
    ['Dark mode'],
  );
});

it('applies the policy of the host: an initial status, and no votes of suspended people', async () => {
  const feedback = '/feedback/v1/projects/acme/feedback';
  const { json: wish } = await send('POST', feedback, { title: 'Offline mode' });
  assert.equal(wish.status, 'planned');
  const person = { email: 'eve@example.com', name: 'Eve', admin: false };
  const { id } = await app.get(LoginService).register(person, 'correct horse');
  await app.get(DataSource).getRepository(User).update(id, { suspended: true });
  const refused = await send('PUT', `${feedback}/${wish.id}/upvotes/${id}`);
  assert.deepEqual([refused.status, refused.json.code], [403, 'suspended']);
  assert.equal((await send('PUT', `${feedback}/${wish.id}/upvotes/me`)).json.upvotes, 1);
  assert.equal((await send('DELETE', `${feedback}/${wish.id}`)).status, 204);
});

it('has operations of its own beside those of the service', async () => {
  const path = '/feedback/v1/projects/acme/milestones';
  const { status, json } = await send('POST', path, { name: 'Beta', due: '2027-03-31' });
  assert.equal(status, 201);
  assert.deepEqual((await send('GET', `${path}?state=open`)).json, [json]);
  const { json: document } = await send('GET', '/feedback/openapi.json');
  assert.ok(document.paths['/v1/projects/{projectSlug}/milestones']);
});

it('ships an item when its feedback is completed', { timeout: 20_000 }, async () => {
  const { json } = await send('GET', '/roadmap/acme');
  const { id } = json[0].feedback;
  assert.equal(json[0].budget, 5_000);
  await send('PATCH', `/feedback/v1/projects/acme/feedback/${id}`, { status: 'completed' });
  const items = app.get(DataSource).getRepository(RoadmapItem);
  while ((await items.findOneByOrFail({ feedbackId: id })).state !== 'shipped') await setTimeout(50);
});
