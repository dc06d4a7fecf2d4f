import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { feedbackEvents } from '../../src/feedback/http/feedback-events.js';
import { Events } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { answered, type Post } from '../support/fakes/fake-target-client.js';
import { bodyOf, expectSuccess, idOf, newFeedback, newProject, newUser } from '../support/feedback.js';
import { until } from '../support/until.js';

describe('Webhooks', () => {
  let service: TestApp;
  let admin: Client;
  let project: { id: string; slug: string };
  let webhooks: string;
  let count = 0;

  /** An event type that no request of these tests records. */
  const type = 'tag.deleted';

  beforeAll(async () => {
    service = await startApp({
      background: true,
      environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true', WEBHOOK_RETRY_SCHEDULE: '1,1' },
    });
    admin = service.admin;
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    project = await bodyOf(admin.post('/projects', { name: 'Acme', slug: `acme-${++count}` }));
    webhooks = `/projects/${project.slug}/webhooks`;
    service.targets.answer = () => answered(200);
  });

  /** A new URL each time. */
  const newUrl = (): string => `https://example.com/hooks/${randomUUID()}`;

  const create = async (values: object = {}): Promise<any> =>
    bodyOf(admin.post(webhooks, { url: newUrl(), event_types: [type], ...values }));

  /** Records an event, as a change does, and waits until its deliveries exist. */
  async function recordEvent(data: object = { name: 'Bug', color: '#f00' }): Promise<void> {
    const { app } = service;
    await app
      .get(UnitOfWork, { strict: false })
      .run(() =>
        app
          .get(Events, { strict: false })
          .record({ type, projectId: project.id, actorId: randomUUID(), data }),
      );
    await app.get(EventRelay, { strict: false }).relay(true);
  }

  /** Repeats `look` until it returns a value. */
  async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
    let found: T | undefined;
    await until(async () => (found = await look()) !== undefined);
    return found!;
  }

  const postTo = (url: string, number = 1): Promise<Post> =>
    eventually(() => service.targets.to(url)[number - 1]);

  const deliveriesOf = async (id: string): Promise<any[]> =>
    (await bodyOf(admin.get(`${webhooks}/${id}/deliveries`))) as any[];

  /** Returns the webhook's latest delivery when it has the given status. */
  const newest = (id: string, status: string): Promise<any> =>
    eventually(async () => {
      const [delivery] = await deliveriesOf(id);
      return delivery?.status === status ? delivery : undefined;
    });

  describe('A webhook', () => {
    it('is created with a secret that is shown once', async () => {
      const url = newUrl();
      const answer = await admin.post(webhooks, { url });
      expect(answer.status).toBe(201);
      expect(Object.keys(answer.body)).toEqual([
        'id',
        'project_id',
        'url',
        'description',
        'event_types',
        'when',
        'enabled',
        'disabled_reason',
        'created_at',
        'secret',
      ]);
      const { secret, ...record } = answer.body;
      expect(record).toMatchObject({
        project_id: project.id,
        url,
        description: '',
        event_types: [],
        enabled: true,
        disabled_reason: '',
      });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const path = `${webhooks}/${record.id}`;
      expect(answer.headers.get('location')).toBe(`${service.url}/v1${path}`);
      const found = await admin.get(path);
      expect(found.body).toEqual(record);
      expect(found.headers.get('etag')).toBe(answer.headers.get('etag'));
      for (const place of [path, webhooks, `/projects/${project.slug}/events`]) {
        expect((await admin.get(place)).text).not.toContain(secret);
      }
    });

    it('can be changed field by field', async () => {
      const { secret: _, ...record } = await create();
      const path = `${webhooks}/${record.id}`;
      const changes = { url: newUrl(), description: 'Ours', event_types: ['tag.created'], enabled: false };
      const changed = await admin.patch(path, changes);
      expect(changed.body).toEqual({ ...record, ...changes });
      expect(changed.headers.get('etag')).toBe((await admin.get(path)).headers.get('etag'));
      expect((await admin.patch(path, { description: '' })).body).toEqual({
        ...record,
        ...changes,
        description: '',
      });
      const { text } = await admin.get(path);
      expect((await admin.patch(path, { ...JSON.parse(text), disabled_reason: 'X', id: 'x' })).text).toBe(
        text,
      );
      expect((await admin.patch(path, {})).text).toBe(text);
    });

    it('is removed with its deliveries', async () => {
      const { id } = await create();
      await recordEvent();
      await newest(id, 'delivered');
      expect((await admin.delete(`${webhooks}/${id}`)).status).toBe(204);
      for (const place of [`${webhooks}/${id}`, `${webhooks}/${id}/deliveries`]) {
        const answer = await admin.get(place);
        expect([answer.status, answer.body.code]).toEqual([404, 'webhook_not_found']);
      }
    });

    it('is one of at most 100', async () => {
      for (let n = 0; n < 100; n++) await create();
      const answer = await admin.post(webhooks, { url: newUrl() });
      expect([answer.status, answer.body.code]).toEqual([409, 'too_many_webhooks']);
      expect((await admin.get(`${webhooks}?count=true`)).headers.get('x-total-count')).toBe('100');
    });

    it('reports all errors of URL and types at once', async () => {
      const answer = await admin.post(webhooks, {
        url: 'ftp://example.com',
        event_types: ['tag.created', 'nonsense', 'webhook.test'],
      });
      expect(answer.status).toBe(400);
      expect(answer.body.errors.map(({ pointer, code }: any) => [pointer, code])).toEqual([
        ['/url', 'invalid_url'],
        ['/event_types/1', 'invalid_choice'],
        ['/event_types/2', 'invalid_choice'],
      ]);
      const { id } = await create();
      const changed = await admin.patch(`${webhooks}/${id}`, { event_types: ['nonsense'] });
      expect(changed.body.errors).toMatchObject([{ pointer: '/event_types/0' }]);
    });

    it('is not found in another project, nor are its deliveries', async () => {
      const { id } = await create();
      await recordEvent();
      const delivery = await newest(id, 'delivered');
      const other = await bodyOf(admin.post('/projects', { name: 'Other', slug: `other-${count}` }));
      const there = `/projects/${other.slug}/webhooks`;
      const { id: sibling } = await create();
      for (const answer of [
        await admin.get(`${there}/${id}`),
        await admin.patch(`${there}/${id}`, {}),
        await admin.delete(`${there}/${id}`),
        await admin.post(`${there}/${id}/test`),
        await admin.post(`${there}/${id}/rotate-secret`),
        await admin.get(`${there}/${id}/deliveries`),
        await admin.post(`${there}/${id}/deliveries/${delivery.id}/redeliver`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'webhook_not_found']);
      }
      for (const path of [`${sibling}/deliveries/${delivery.id}`, `${id}/deliveries/x`]) {
        const answer = await admin.post(`${webhooks}/${path}/redeliver`);
        expect([answer.status, answer.body.code]).toEqual([404, 'delivery_not_found']);
      }
    });

    it.each(['', '/ID/rotate-secret'])(
      'rejects an Idempotency-Key if the response contains a secret: POST %s',
      async (end) => {
        const { id } = await create();
        const path = `${webhooks}${end.replace('ID', id)}`;
        const body = end === '' ? { url: newUrl() } : undefined;
        const answer = await admin.post(path, body, { 'idempotency-key': 'key' });
        expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_not_allowed']);
      },
    );
  });

  describe('An event', () => {
    it('is sent to the webhooks that subscribe to it, as a record', async () => {
      const [all, some, others, disabled] = [
        await create({ event_types: [] }),
        await create({ event_types: ['tag.created', type] }),
        await create({ event_types: ['tag.created'] }),
        await create({ enabled: false }),
      ];
      await recordEvent({ name: 'Größe', color: '#f00' });
      const post = await postTo(some.url);
      await postTo(all.url);
      expect(post).toMatchObject({
        secrets: [some.secret],
        id: post.body.id,
        body: { type, project_id: project.id, data: { name: 'Größe', color: '#f00' }, previous: {} },
      });
      const delivery = await newest(some.id, 'delivered');
      expect(Object.keys(delivery)).toEqual([
        'id',
        'event_id',
        'event_type',
        'status',
        'created_at',
        'next_attempt_at',
        'attempts',
      ]);
      expect(delivery).toMatchObject({ event_id: post.id, event_type: type, next_attempt_at: null });
      expect(delivery.attempts).toEqual([
        {
          at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          status_code: 200,
          duration_ms: 3,
          error: '',
          response: 'ok',
        },
      ]);
      expect(Object.keys(delivery.attempts[0])).toEqual([
        'at',
        'status_code',
        'duration_ms',
        'error',
        'response',
      ]);
      const feed = await eventually(async () => {
        const { body } = await admin.get(`/projects/${project.slug}/events?type=${type}`);
        return body.length > 0 ? (body as unknown) : undefined;
      });
      expect(feed).toEqual([post.body]);
      for (const { id, url } of [others, disabled]) {
        expect(await deliveriesOf(id)).toEqual([]);
        expect(service.targets.to(url)).toEqual([]);
      }
    });

    it('is retried according to the schedule until it is accepted', async () => {
      const { id, url } = await create();
      service.targets.answer = () => answered(service.targets.to(url).length < 3 ? 500 : 204);
      await recordEvent();
      const delivery = await newest(id, 'delivered');
      expect(delivery.attempts.map(({ status_code: code }: any) => code)).toEqual([500, 500, 204]);
      const times = delivery.attempts.map(({ at }: any) => new Date(at).getTime());
      expect(times[1] - times[0]).toBeGreaterThanOrEqual(1_000);
      expect(times[2] - times[1]).toBeGreaterThanOrEqual(1_000);
      expect(service.targets.to(url).map((post) => post.id)).toEqual(Array(3).fill(delivery.event_id));
      // The next attempt succeeds.
      await recordEvent();
      await postTo(url, 4);
    });

    it('is given up after the last retry', async () => {
      const { id, url } = await create();
      service.targets.answer = () => answered(null);
      await recordEvent();
      const delivery = await newest(id, 'failed');
      expect(delivery).toMatchObject({ next_attempt_at: null });
      expect(delivery.attempts).toHaveLength(3);
      expect(delivery.attempts[2]).toMatchObject({ status_code: null, error: 'It failed.' });
      expect((await admin.get(`${webhooks}/${id}`)).body).toMatchObject({
        enabled: true,
        disabled_reason: '',
      });
      expect(service.targets.to(url)).toHaveLength(3);
    });

    it('is not sent any more after the target returns 410, until the webhook is enabled', async () => {
      const { id, url } = await create();
      service.targets.answer = () => answered(410);
      await recordEvent({ n: 1 });
      const delivery = await newest(id, 'failed');
      expect(delivery.attempts).toHaveLength(1);
      const path = `${webhooks}/${id}`;
      const disabled = { enabled: false, disabled_reason: 'The target responded with 410 Gone.' };
      expect((await admin.get(path)).body).toMatchObject(disabled);
      await recordEvent({ n: 2 });
      expect(await deliveriesOf(id)).toHaveLength(1);
      const refused = await admin.post(`${path}/deliveries/${delivery.id}/redeliver`);
      expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled']);
      service.targets.answer = () => answered(200);
      const enabled = await admin.patch(path, { enabled: true });
      expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: '' });
      await bodyOf(admin.post(`${path}/deliveries/${delivery.id}/redeliver`));
      expect((await postTo(url, 2)).id).toBe(delivery.event_id);
    });

    it('has no attempt if the webhook was disabled before', async () => {
      const { id, url } = await create();
      service.targets.answer = () => answered(500);
      await recordEvent();
      await postTo(url);
      await bodyOf(admin.patch(`${webhooks}/${id}`, { enabled: false }));
      expect((await newest(id, 'failed')).attempts).toHaveLength(1);
      expect(service.targets.to(url)).toHaveLength(1);
    });
  });

  describe('Targets that hang', () => {
    it('do not delay others, even if there are more of them than workers', async () => {
      const dead = newUrl();
      const fine = await create();
      const fineProject = project;
      let letGo = (): void => undefined;
      const gone = new Promise<void>((resolve) => (letGo = resolve));
      service.targets.answer = async ({ url }) => {
        if (url === dead) await gone;
        return answered(200);
      };
      for (let n = 0; n < 3; n++) {
        project = await bodyOf(admin.post('/projects', { name: 'Dead', slug: `dead-${count}-${n}` }));
        webhooks = `/projects/${project.slug}/webhooks`;
        await Promise.all(Array.from({ length: 100 }, () => create({ url: dead })));
        await recordEvent();
      }
      project = fineProject;
      await recordEvent();
      try {
        await eventually(() => service.targets.to(fine.url)[0]);
      } finally {
        letGo();
      }
      await until(() => service.targets.to(dead).length === 300);
    });
  });

  describe('A redelivery', () => {
    it('sends the same delivery again, and keeps its earlier attempts', async () => {
      const { id, url } = await create();
      await recordEvent();
      const first = await newest(id, 'delivered');
      service.targets.answer = () => answered(500);
      const answer = await admin.post(`${webhooks}/${id}/deliveries/${first.id}/redeliver`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...first,
        status: 'pending',
        next_attempt_at: expect.stringMatching(/Z$/),
      });
      // Its schedule starts again: one attempt and two retries.
      const second = await newest(id, 'failed');
      expect(second.attempts.map(({ status_code: code }: any) => code)).toEqual([200, 500, 500, 500]);
      expect(second.attempts[0]).toEqual(first.attempts[0]);
      expect(new Set(service.targets.to(url).map((post) => post.id)).size).toBe(1);
      expect(await deliveriesOf(id)).toHaveLength(1);
    });
  });

  describe('A test', () => {
    it.each([true, false])(
      'is sent to this webhook only, and is not part of the feed (enabled: %s)',
      async (enabled) => {
        const [tried, other] = [await create({ enabled }), await create({ event_types: [] })];
        const answer = await admin.post(`${webhooks}/${tried.id}/test`);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempts: [] });
        const post = await postTo(tried.url);
        const me = await bodyOf(admin.get('/me'));
        expect(post.body).toEqual({
          id: answer.body.event_id,
          type: 'webhook.test',
          timestamp: expect.stringMatching(/Z$/),
          project_id: project.id,
          actor_id: me.user.id,
          data: {},
          previous: {},
        });
        expect(await newest(tried.id, 'delivered')).toMatchObject({ id: answer.body.id });
        expect(service.targets.to(other.url).filter(({ body }) => body.type === 'webhook.test')).toEqual([]);
        await recordEvent();
        await postTo(other.url);
        const { body: feed } = await admin.get(`/projects/${project.slug}/events`);
        expect(feed.map(({ type: each }: any) => each)).not.toContain('webhook.test');
        const after = await admin.get(`/projects/${project.slug}/events?after=${answer.body.event_id}`);
        expect(after.status).toBe(400);
      },
    );

    it.each(['feedback.created', 'feedback.updated'] as const)(
      'sends an example of %s, even if the webhook does not select it',
      async (eventType) => {
        const { id, url } = await create({ enabled: false, event_types: ['tag.created'] });
        const answer = await admin.post(`${webhooks}/${id}/test`, { type: eventType });
        expect(answer.body).toMatchObject({ event_type: eventType, status: 'pending' });
        const { body } = await postTo(url);
        const { data, previous } = feedbackEvents[eventType]!;
        expect(body).toMatchObject({ id: answer.body.event_id, type: eventType, project_id: project.id });
        expect(body).toMatchObject({ data: data.example, previous: previous?.example ?? {} });
        expect(await newest(id, 'delivered')).toMatchObject({ id: answer.body.id });
      },
    );

    it.each([
      [{ type: 'nonsense' }, '/type'],
      [{ type: 1 }, '/type'],
      [{ types: 'tag.created' }, '/types'],
    ])('of %j is refused', async (body, pointer) => {
      const { id } = await create();
      const answer = await admin.post(`${webhooks}/${id}/test`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ pointer }]);
      expect(await deliveriesOf(id)).toEqual([]);
    });

    it('that fails shows the error, and does not change a disabled webhook', async () => {
      const { id } = await create({ enabled: false });
      service.targets.answer = () => answered(410);
      await bodyOf(admin.post(`${webhooks}/${id}/test`));
      expect((await newest(id, 'failed')).attempts).toMatchObject([{ status_code: 410 }]);
      expect((await admin.get(`${webhooks}/${id}`)).body).toMatchObject({
        enabled: false,
        disabled_reason: '',
      });
    });
  });

  describe('Rotating the secret', () => {
    it('shows a new secret, and signs with both', async () => {
      const { secret, ...record } = await create();
      const answer = await admin.post(`${webhooks}/${record.id}/rotate-secret`);
      expect(answer.status).toBe(200);
      const { secret: next, ...rest } = answer.body;
      expect(rest).toEqual(record);
      expect(next).toMatch(/^whsec_/);
      expect(next).not.toBe(secret);
      await recordEvent();
      expect((await postTo(record.url)).secrets).toEqual([next, secret]);
    });

    it('does not change the ETag', async () => {
      const { id } = await create();
      const { headers } = await admin.get(`${webhooks}/${id}`);
      await bodyOf(admin.post(`${webhooks}/${id}/rotate-secret`));
      const etag = headers.get('etag') ?? '';
      expect((await admin.get(`${webhooks}/${id}`, { 'if-none-match': etag })).status).toBe(304);
    });
  });

  describe('The deliveries of a webhook', () => {
    it('are listed newest first, page by page', async () => {
      const { id } = await create();
      for (let n = 1; n <= 3; n++) {
        await recordEvent({ n });
        await newest(id, 'delivered');
      }
      const all = await deliveriesOf(id);
      expect(all).toHaveLength(3);
      const times = all.map(({ created_at: at }) => at as string);
      expect(times).toEqual([...times].sort().reverse());
      const first = await admin.get(`${webhooks}/${id}/deliveries?limit=2&count=true`);
      expect(first.headers.get('x-total-count')).toBe('3');
      const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await admin.get(next.slice(`${service.url}/v1`.length));
      expect([...first.body, ...second.body]).toEqual(all);
    });
  });

  describe('A chat', () => {
    const chat = 'https://chat.example.com/';

    it('receives messages about the chosen events while it is enabled', async () => {
      const config = { integration_chat_webhook: `${chat}${randomUUID()}`, integration_chat_status: true };
      await bodyOf(admin.patch(`/projects/${project.slug}/config`, config));
      const { app } = service;
      const event = {
        type: 'feedback.created',
        projectId: project.id,
        actorId: randomUUID(),
        data: { title: 'Dark mode' },
      };
      await app
        .get(UnitOfWork, { strict: false })
        .run(() => app.get(Events, { strict: false }).record(event));
      await recordEvent();
      const post = await postTo(config.integration_chat_webhook);
      expect(post.secrets).toEqual([]);
      const deliveries = await service.query<{ event_type: string }>(
        'select event_type from deliveries where target_id = $1',
        [project.id],
      );
      expect(deliveries).toEqual([{ event_type: 'feedback.created' }]);
    });
  });
});

describe('Webhooks signed', () => {
  let service: TestApp;
  let receiver: Server;
  let received: Promise<{ headers: IncomingHttpHeaders; body: string }>;

  beforeAll(async () => {
    receiver = createServer();
    received = once(receiver, 'request').then(async ([request, response]) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.end('Thanks');
      return { headers: request.headers as IncomingHttpHeaders, body };
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    service = await startApp({
      background: true,
      realTargets: true,
      environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' },
    });
  });

  afterAll(async () => {
    await service.close();
    receiver.close();
  });

  it('sends requests that the official library verifies, with a secret and its predecessor', async () => {
    const { admin } = service;
    await admin.post('/projects', { name: 'Acme', slug: 'acme' });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { body: made } = await admin.post('/projects/acme/webhooks', { url });
    const { body: rotated } = await admin.post(`/projects/acme/webhooks/${made.id}/rotate-secret`);
    const { body: delivery } = await admin.post(`/projects/acme/webhooks/${made.id}/test`);
    const { headers, body } = await received;
    for (const { secret } of [made, rotated]) {
      const event = new Webhook(secret as string).verify(body, headers as Record<string, string>);
      expect(event).toMatchObject({ id: delivery.event_id, type: 'webhook.test', data: {} });
    }
    expect(headers['webhook-id']).toBe(delivery.event_id);
    let found = delivery;
    while (found.status === 'pending') {
      [found] = (await admin.get(`/projects/acme/webhooks/${made.id}/deliveries`)).body;
    }
    expect(found.attempts).toMatchObject([{ status_code: 200, error: '', response: 'Thanks' }]);
  });
});

describe('Webhook conditions', () => {
  let service: TestApp;
  let admin: Client;
  let users: string[];
  let project: string;
  let feedback: string;

  const vote = (path: string, ...voters: number[]) =>
    Promise.all(voters.map((voter) => expectSuccess(admin.put(`${path}/upvotes/${users[voter]}`))));
  const withdraw = (path: string, voter: number) =>
    expectSuccess(admin.delete(`${path}/upvotes/${users[voter]}`));

  async function newWebhook(values: object): Promise<string> {
    const url = 'https://example.com/hook';
    return (await expectSuccess(admin.post(`${project}/webhooks`, { url, ...values }))).body.id as string;
  }

  /** Returns type, feedback and number of votes of the events that were sent to the webhook. */
  async function sentTo(webhookId: string): Promise<string[]> {
    await service.app.get(EventRelay, { strict: false }).relay(true);
    const rows: { type: string; id: string | null; upvotes: string | null }[] = await service.query(
      `select e.type, e.data ->> 'feedback_id' as id, e.data ->> 'upvotes' as upvotes
       from deliveries d join events e on e.id = d.event_id where d.webhook_id = $1 order by e.position`,
      [webhookId],
    );
    return rows.map(({ type, id, upvotes }) =>
      id === null ? type : `${id === idOf(feedback) ? type : id} ${upvotes}`,
    );
  }

  beforeAll(async () => {
    // Without the background work: the tests say which events are relayed together.
    service = await startApp();
    admin = service.admin;
    users = await Promise.all(Array.from({ length: 8 }, () => newUser(service)));
  });

  beforeEach(async () => {
    project = await newProject(service);
    feedback = await newFeedback(admin, project);
  });

  afterAll(() => service.close());

  describe('A webhook with min_upvotes', () => {
    it('receives the first vote event with that many votes, once per feedback', async () => {
      const webhook = await newWebhook({ event_types: ['feedback.upvoted'], when: { min_upvotes: 3 } });
      const other = await newFeedback(admin, project);
      await vote(feedback, 0, 1);
      await vote(other, 0);
      expect(await sentTo(webhook)).toEqual([]);
      // Several events in one batch of the relay.
      await vote(feedback, 2);
      await vote(feedback, 3);
      expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3']);
      for (const voter of [0, 1, 2, 3]) await withdraw(feedback, voter);
      await vote(feedback, 4, 5, 6, 7);
      expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3']);
      await vote(other, 1, 2);
      expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3', `${idOf(other)} 3`]);
    });

    it('receives one event if many vote at once', async () => {
      const webhook = await newWebhook({ when: { min_upvotes: 4 }, event_types: ['feedback.upvoted'] });
      await vote(feedback, 0, 1, 2, 3, 4, 5, 6, 7);
      expect(await sentTo(webhook)).toEqual(['feedback.upvoted 4']);
    });

    it('receives the first vote after a merge, or after its creation, if there are enough votes already', async () => {
      const source = await newFeedback(admin, project);
      await vote(source, 0, 1);
      await vote(feedback, 2, 3);
      const webhook = await newWebhook({ when: { min_upvotes: 3 } });
      await expectSuccess(admin.post(`${source}/merge`, { into: idOf(feedback) }));
      expect(await sentTo(webhook)).toEqual(['feedback.merged']);
      await vote(feedback, 4);
      await vote(feedback, 5);
      expect(await sentTo(webhook)).toEqual(['feedback.merged', 'feedback.upvoted 5']);
    });

    it('receives other events as usual, and a changed number applies anew', async () => {
      const webhook = await newWebhook({ when: { min_upvotes: 2 } });
      await expectSuccess(admin.patch(feedback, { status: 'planned' }));
      await vote(feedback, 0);
      await vote(feedback, 1);
      await withdraw(feedback, 1);
      const sent = ['feedback.status_changed', 'feedback.upvoted 2', 'feedback.upvote_removed 1'];
      expect(await sentTo(webhook)).toEqual(sent);
      const path = `${project}/webhooks/${webhook}`;
      const changed = await admin.patch(path, { when: { min_upvotes: 3 } });
      expect(changed.body.when).toEqual({ min_upvotes: 3 });
      expect(changed.headers.get('etag')).toBe((await admin.get(path)).headers.get('etag'));
      await vote(feedback, 1);
      await vote(feedback, 2);
      sent.push('feedback.upvoted 3');
      expect(await sentTo(webhook)).toEqual(sent);
      // The former number has been reached before.
      await expectSuccess(admin.patch(path, { when: { min_upvotes: 2 } }));
      await vote(feedback, 3);
      expect(await sentTo(webhook)).toEqual(sent);
      expect((await expectSuccess(admin.patch(path, { when: {} }))).body.when).toEqual({});
      await vote(feedback, 4);
      expect(await sentTo(webhook)).toEqual([...sent, 'feedback.upvoted 5']);
    });

    it('stores nothing about deleted feedback', async () => {
      await newWebhook({ when: { min_upvotes: 1 } }).then(async (webhook) => {
        await vote(feedback, 0);
        expect(await sentTo(webhook)).toEqual(['feedback.upvoted 1']);
        await expectSuccess(admin.delete(feedback));
        await sentTo(webhook);
      });
      const { dataSource } = service.database.database;
      expect(
        await dataSource.query('select from webhook_thresholds where feedback_id = $1', [idOf(feedback)]),
      ).toEqual([]);
    });
  });
});

describe('Chat url', () => {
  const config = '/projects/acme/config';

  describe.each([
    [false, 'private_target'],
    [true, null],
  ])('integration_chat_webhook, where WEBHOOK_ALLOW_PRIVATE_ADDRESSES is %s', (allowPrivate, code) => {
    let service: TestApp;

    beforeAll(async () => {
      service = await startApp({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: String(allowPrivate) } });
      await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
    });

    afterAll(() => service.close());

    const set = async (url: string) => {
      const answer = await service.admin.patch(config, { integration_chat_webhook: url });
      return answer.status === 200
        ? { status: 200, url: answer.body.integration_chat_webhook }
        : { status: answer.status, errors: answer.body.errors };
    };

    it('accepts private addresses only if they are allowed', async () => {
      for (const url of [
        'https://127.0.0.1/hook',
        'https://0x7f.1/hook',
        'https://[::ffff:a00:1]',
        'https://localhost',
      ]) {
        expect(await set(url)).toEqual(
          code === null
            ? { status: 200, url }
            : {
                status: 400,
                errors: [
                  {
                    pointer: '/integration_chat_webhook',
                    code,
                    detail: 'The field must not lead to a private or reserved address, or to a local name.',
                  },
                ],
              },
        );
      }
    });

    it('accepts http only if private addresses are allowed', async () => {
      const url = 'http://chat.example.com/hook';
      expect(await set(url)).toEqual(
        allowPrivate
          ? { status: 200, url }
          : {
              status: 400,
              errors: [
                {
                  pointer: '/integration_chat_webhook',
                  code: 'invalid_url',
                  detail: 'The field must be an https URL without a user name.',
                },
              ],
            },
      );
    });

    it('rejects all other URLs', async () => {
      for (const url of ['ftp://example.com', 'https://user:password@example.com', 'https:example.com']) {
        expect(await set(url)).toMatchObject({
          status: 400,
          errors: [{ pointer: '/integration_chat_webhook', code: 'invalid_url' }],
        });
      }
    });

    it('accepts public URLs, the mask and an empty text', async () => {
      const url = 'https://chat.example.com/hook';
      expect(await set(url)).toEqual({ status: 200, url });
      expect(await set('********')).toEqual({ status: 200, url });
      expect(await set('')).toEqual({ status: 200, url: '' });
    });
  });
});
