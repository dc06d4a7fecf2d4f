import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CurrentAccess,
  FeedbackResponse,
  InProject,
  Operation,
  Operations,
  PagedList,
  PageQuery,
  type ProjectPermission,
  QueryParams,
  RequirePermission,
} from 'feedback-changelog-service/kit';
import { milestones } from '../../examples/host-app/libs/milestones/milestones.module.js';
import {
  ApiDocument,
  ChangelogQueries,
  ChangelogService,
  callerOf,
  CommentQueries,
  commentReaderOf,
  CommentService,
  FeedbackQueries,
  FeedbackService,
  FeedbackServiceModule,
  HostRateLimitWindows,
  HostTargetClient,
  migrate,
  type ProjectAccess,
  ProjectAuthorizer,
  type RateLimitWindow,
  type ServiceExtension,
  UserService,
  type ViewedFeedback,
  VoteQueries,
  VoteService,
  WebhookQueries,
  WebhookService,
} from '../../src/index.js';
import { FakeTargetClient } from '../../src/testing/index.js';
import { type HostAnswer, type HostApp, startHost } from '../support/host.js';
import { createDatabase } from '../support/server-database.js';
import { serverUrl } from '../support/server-url.js';

const api = '/feedback-service/v1';
const acme = `${api}/projects/acme`;
const hook = 'https://hooks.example.com/milestones';
const targets = new FakeTargetClient();

/** Windows in which each request is the same one. */
class FixedWindows extends HostRateLimitWindows {
  window: RateLimitWindow = { requests: 1, remaining: 30_000 };

  override count(): Promise<RateLimitWindow> {
    return Promise.resolve(this.window);
  }
}

const windows = new FixedWindows();

const readWishes = { role: 'viewer', scope: 'read' } satisfies ProjectPermission;

@Controller('projects/:projectSlug/wishes')
@InProject()
@Operations({ tag: 'Milestones' })
class WishesController {
  constructor(private readonly queries: FeedbackQueries) {}

  @Get()
  @Operation({ id: 'listWishes', summary: 'List wishes', list: FeedbackResponse })
  @RequirePermission(readWishes)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: PageQuery,
  ): Promise<PagedList<ViewedFeedback>> {
    return new PagedList(query, (page) => this.queries.list(access.reader, {}, 'newest', page));
  }
}

@Module({ controllers: [WishesController] })
class WishesModule {}

let host: HostApp;
let owner: string;

const json = ({ text }: HostAnswer): any => JSON.parse(text);
const post = (path: string, body: object, headers = {}) =>
  host.send('POST', path, { body: JSON.stringify(body), headers });
const patch = (path: string, body: object, headers = {}) =>
  host.send('PATCH', path, { body: JSON.stringify(body), headers });

beforeAll(async () => {
  host = await startHost({
    service: {
      backgroundWork: true,
      rateLimitPerMinute: 5,
      extensions: [milestones, { module: WishesModule }],
      ports: [
        { provide: HostTargetClient, useValue: targets },
        { provide: HostRateLimitWindows, useValue: windows },
      ],
    },
  });
  await post(`${api}/projects`, { name: 'Acme', slug: 'acme' });
  const created = await post(`${acme}/webhooks`, { url: hook, event_types: ['milestone.overdue'] });
  expect(created.status).toBe(201);
  owner = json(await host.send('GET', `${api}/me`)).user.id;
});

afterAll(() => host?.close());

describe('Operations of a host that are built with the kit', () => {
  it('create a record once for each Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await post(`${acme}/milestones`, { name: 'Beta' }, key);
    const { id } = json(first);
    expect([first.status, first.headers['location']]).toEqual([201, `${host.url}${acme}/milestones/${id}`]);
    const again = await post(`${acme}/milestones`, { name: 'Beta' }, key);
    expect([again.status, json(again).id, again.headers['idempotency-replayed']]).toEqual([201, id, 'true']);
    const other = await post(`${acme}/milestones`, { name: 'Another' }, key);
    expect([other.status, json(other).code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('report all violations of rules as a problem document', async () => {
    const refused = await post(`${acme}/milestones`, { name: ' ', due: 'soon', colour: 'red' });
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(json(refused).errors).toMatchObject([
      { pointer: '/colour', code: 'unknown' },
      { pointer: '/name', code: 'blank' },
      { pointer: '/due', code: 'invalid_date' },
    ]);
  });

  it('list records in pages that are linked, with filters', async () => {
    for (const name of ['Alpha', 'Gamma']) await post(`${acme}/milestones`, { name });
    const names: string[] = [];
    let next: string | undefined = `${acme}/milestones?state=open&limit=2`;
    while (next !== undefined) {
      const page: HostAnswer = await host.send('GET', next);
      names.push(...json(page).map(({ name }: { name: string }) => name));
      next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
    }
    expect(names).toEqual(expect.arrayContaining(['Alpha', 'Gamma']));
    expect(new Set(names).size).toBe(names.length);
    expect(json(await host.send('GET', `${acme}/milestones?state=reached`))).toEqual([]);
    const invalid = await host.send('GET', `${acme}/milestones?state=gone`);
    expect([invalid.status, json(invalid).errors[0].parameter]).toEqual([400, 'state']);
  });

  it('change a record if it has the version in If-Match, and answer 304 to readers who have it', async () => {
    const created = await post(`${acme}/milestones`, { name: 'Release' });
    const path = `${acme}/milestones/${json(created).id}`;
    const read = await host.send('GET', path);
    const match = { 'if-match': read.headers['etag'] ?? '' };
    expect(read.headers['etag']).toBe(created.headers['etag']);
    const changed = await patch(path, { ...json(read), state: 'reached' }, match);
    expect([changed.status, json(changed).state]).toEqual([200, 'reached']);
    const stale = await patch(path, { name: 'Other' }, match);
    expect([stale.status, json(stale).code]).toEqual([412, 'precondition_failed']);
    const known = { headers: { 'if-none-match': changed.headers['etag'] ?? '' } };
    expect((await host.send('GET', path, known)).status).toBe(304);
  });

  it('require a token, the scope and the role', async () => {
    const anonymous = await host.send('GET', `${acme}/milestones`, { headers: { authorization: '' } });
    expect(anonymous.status).toBe(401);
    const order = { user_id: owner, name: 'Reader', scope: 'read' };
    const { token } = json(await post(`${api}/tokens`, order));
    const headers = { authorization: `Bearer ${token}` };
    const refused = await post(`${acme}/milestones`, { name: 'Beta' }, headers);
    expect([refused.status, json(refused).code]).toEqual([403, 'insufficient_scope']);
    const missing = await host.send('GET', `${acme}/milestones/none`);
    expect([missing.status, json(missing).code]).toEqual([404, 'milestone_not_found']);
  });

  it('can return records of the service', async () => {
    const wish = json(await post(`${acme}/feedback`, { title: 'Dark mode' }));
    expect(json(await host.send('GET', `${acme}/wishes`))).toEqual([wish]);
    const { paths } = host.app.get(ApiDocument, { strict: false }).describe();
    expect(JSON.stringify(paths['/v1/projects/{projectSlug}/wishes'])).toContain(
      '#/components/schemas/Feedback"',
    );
  });

  it('are in the API document, with their tag, errors and events', () => {
    const { paths, tags, components } = host.app.get(ApiDocument, { strict: false }).describe();
    const { post: create } = paths['/v1/projects/{projectSlug}/milestones']!;
    expect(create).toMatchObject({ operationId: 'createMilestone', tags: ['Milestones'] });
    expect(tags).toContainEqual(milestones.tags?.[0]);
    expect(components?.schemas).toMatchObject({
      Milestone: { type: 'object' },
      MilestoneUpdatedEvent: { properties: { previous: { $ref: '#/components/schemas/FormerMilestone' } } },
    });
    expect(JSON.stringify(components?.schemas?.['Event'])).toContain('milestone.overdue');
  });
});

it('Windows of a host count the requests', async () => {
  const { headers } = await host.send('GET', `${api}/me`);
  expect(headers['ratelimit']).toBe('"default";r=4;t=30');
  windows.window = { requests: 6, remaining: 30_000 };
  const refused = await host.send('GET', `${api}/me`);
  windows.window = { requests: 1, remaining: 30_000 };
  expect([refused.status, json(refused).code]).toEqual([429, 'rate_limited']);
});

describe('Events of a host', () => {
  it('are in the feed, which can be filtered by their types', async () => {
    const { id } = json(await post(`${acme}/milestones`, { name: 'In the feed' }));
    await patch(`${acme}/milestones/${id}`, { name: 'Renamed' });
    const types = 'type=milestone.created&type=milestone.updated';
    const read = async (): Promise<any[]> =>
      json(await host.send('GET', `${acme}/events?${types}`)).filter((event: any) => event.data.id === id);
    let events = await read();
    while (events.length < 2) events = await read();
    expect(events).toMatchObject([
      { type: 'milestone.created', actor_id: owner, data: { name: 'In the feed' }, previous: {} },
      { type: 'milestone.updated', data: { name: 'Renamed' }, previous: { name: 'In the feed' } },
    ]);
    const unknown = await host.send('GET', `${acme}/events?type=milestone.gone`);
    expect([unknown.status, json(unknown).errors[0].code]).toEqual([400, 'invalid_choice']);
  });

  it('that a job records reach the webhooks that select their type', async () => {
    const created = await post(`${acme}/milestones`, { name: 'Long ago', due: '2020-01-01' });
    const { url, body } = await targets.received((sent) => sent.body.data.id === json(created).id);
    expect([url, body.type, body.data.name]).toEqual([hook, 'milestone.overdue', 'Long ago']);
    expect(targets.to(hook).map((sent) => sent.body.type)).not.toContain('milestone.created');
  });

  it('can be tested with the example of their type', async () => {
    const [webhook] = json(await host.send('GET', `${acme}/webhooks`));
    const path = `${acme}/webhooks/${webhook.id}/test`;
    expect((await post(path, { type: 'milestone.created' })).status).toBeLessThan(300);
    const { body } = await targets.received((sent) => sent.body.type === 'milestone.created');
    expect(body.data.name).toBe('Mobile app');
  });
});

describe('Reads in code', () => {
  it('return comments, votes, entries and webhooks as the API does', async () => {
    const get = <T>(token: abstract new (...args: never[]) => T): T =>
      host.app.get<T>(token, { strict: false });
    const user = (await get(UserService).idOf(json(await host.send('GET', `${api}/me`)).user.email)) ?? owner;
    const access = await get(ProjectAuthorizer).authorize(
      callerOf(user, { scope: 'admin' }),
      'acme',
      'owner',
    );
    const { record: wish } = await get(FeedbackService).create(access, { title: 'Export' });
    await get(VoteService).create(access, wish.id, owner);
    await get(CommentService).create(access, wish.id, { content: 'Please.' });
    await get(ChangelogService).create(access, { title: 'News' });
    const page = { limit: 10, count: true };
    const feedback = `${acme}/feedback/${wish.id}`;
    const pages = await Promise.all([
      get(CommentQueries).listOfProject(commentReaderOf(access), { feedbackId: wish.id }, page),
      get(VoteQueries).list([wish.id], page),
      get(VoteService).list(access, wish.id, page),
      get(ChangelogQueries).list(access.projectId, {}, page),
      get(WebhookQueries).list(access.projectId, page),
    ]);
    const answers = await Promise.all(
      ['comments', 'upvotes', 'upvotes']
        .map((name) => `${feedback}/${name}`)
        .concat(`${acme}/changelogs`, `${acme}/webhooks`)
        .map((path) => host.send('GET', path)),
    );
    expect(pages.map(({ records }) => records)).toEqual(answers.map(json));
    expect(pages.map(({ total }) => total)).toEqual([1, 1, 1, 1, 1]);
    const webhook = await get(WebhookQueries).find(access.projectId, json(answers[4]!)[0].id);
    expect(webhook?.record.url).toBe(hook);
    expect(get(WebhookService)).toBeInstanceOf(WebhookService);
  });
});

it('The tables of a host are created by migrate(), which a start with migrations: check requires', async () => {
  const { url, direct, drop } = await createDatabase(serverUrl!);
  const database = { url: direct ?? url };
  const start = async () => {
    const options = {
      database: { ...database, migrations: 'check', poolSize: 2 },
      extensions: [milestones],
    } as const;
    const service = FeedbackServiceModule.forRoot({ ...options, backgroundWork: false });
    return NestFactory.createApplicationContext(service, { abortOnError: false, logger: false });
  };
  try {
    await migrate({ database });
    await expect(start()).rejects.toThrow(/must be migrated before the start/);
    await migrate({ database, extensions: [milestones] });
    await (await start()).close();
    // A host that no longer has the extension starts on the same schema.
    await migrate({ database });
  } finally {
    await drop();
  }
});

it.each<[string, ServiceExtension, RegExp]>([
  [
    'the type of an event without a dot',
    { events: { milestone: milestones.events!['milestone.created']! } },
    /^extensions\[0\]\.events must have types of the form record\.change, such as milestone\.created, not milestone\.$/,
  ],
  [
    'the type of an event of the service',
    { events: { 'feedback.created': milestones.events!['milestone.created']! } },
    /^extensions\[0\]\.events must not have the type feedback\.created, which exists already\.$/,
  ],
  [
    'a migration whose name has no time',
    { migrations: [class Milestones {} as never] },
    /^extensions\[0\]\.migrations must be classes whose names end in 13 digits .* unlike Milestones\.$/,
  ],
])('%s ends the start with a sentence', (_, extension, message) => {
  const mount = () =>
    FeedbackServiceModule.forRoot({ database: { embedded: true }, extensions: [extension] });
  expect(mount).toThrow(message);
});
