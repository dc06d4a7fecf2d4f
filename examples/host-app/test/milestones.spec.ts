import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  Clock,
  FeedbackServiceModule,
  HostTargetClient,
  HostTokenVerifier,
} from 'feedback-changelog-service';
import {
  FakeClock,
  FakeTargetClient,
  FakeTokenVerifier,
  TestDatabase,
} from 'feedback-changelog-service/testing';
import { milestones } from '../libs/milestones/milestones.module.js';

const clock = new FakeClock(new Date('2026-01-31T12:00:00Z'));
const targets = new FakeTargetClient();
const tokens = new FakeTokenVerifier();
const token = tokens.person('ada@example.com');

let database: TestDatabase;
let app: INestApplication;
let url: string;

beforeAll(async () => {
  database = await TestDatabase.open();
  const module = await Test.createTestingModule({
    imports: [
      FeedbackServiceModule.forRoot({
        path: 'feedback',
        database: database.settings,
        extensions: [milestones],
        ports: [
          { provide: Clock, useValue: clock },
          { provide: HostTargetClient, useValue: targets },
          { provide: HostTokenVerifier, useValue: tokens },
        ],
      }),
    ],
  }).compile();
  app = module.createNestApplication();
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/feedback/v1`;
}, 60_000);

afterAll(async () => {
  await app?.close();
  await database?.close();
});

async function post(path: string, body: object): Promise<any> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return response.json();
}

it('reports an overdue milestone to a webhook', async () => {
  await post('/projects', { name: 'Acme', slug: 'acme' });
  const hook = 'https://hooks.example.com/acme';
  await post('/projects/acme/webhooks', { url: hook, event_types: ['milestone.overdue'] });
  const { created_at } = await post('/projects/acme/milestones', { name: 'Beta', due: '2020-01-01' });
  expect(created_at).toBe('2026-01-31T12:00:00.000Z');
  const { url: target, body } = await targets.received((sent) => sent.body.type === 'milestone.overdue');
  expect([target, body.data.name]).toEqual([hook, 'Beta']);
}, 60_000);
