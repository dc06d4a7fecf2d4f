import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeName } from '../../src/shared/names.js';
import { anyGrapheme, anyWebUrl } from '../support/any-character.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { prepareWorld, type World } from '../support/operations.js';
import { unique } from '../support/unique.js';

/** Describes what the value of a field must be. A record is an object with its fields in order. */
type Shape =
  | 'uuid'
  | 'timestamp'
  | 'timestamp or null'
  | 'string'
  | 'strings'
  | 'boolean'
  | 'integer'
  | 'integer or null'
  | Fields
  | readonly [Fields];

type Fields = { readonly [field: string]: Shape };

const user: Fields = { id: 'uuid', email: 'string', full_name: 'string', avatar_url: 'string' };

const feedback: Fields = {
  id: 'uuid',
  project_id: 'uuid',
  user_id: 'uuid',
  user,
  title: 'string',
  description: 'string',
  tags: [{ name: 'string', color: 'string' }],
  status: 'string',
  upvotes: 'integer',
  comment_count: 'integer',
  created_at: 'timestamp',
};

const project: Fields = {
  id: 'uuid',
  name: 'string',
  slug: 'string',
  icon: 'string',
  icon_radius: 'string',
  og_image: 'string',
  created_at: 'timestamp',
};

const config: Fields = {
  id: 'uuid',
  project_id: 'uuid',
  changelog_preview_style: 'string',
  changelog_social_handle: 'string',
  custom_domain: 'string',
  custom_domain_verified: 'boolean',
  integration_chat_role_id: 'string',
  integration_chat_status: 'boolean',
  integration_chat_webhook: 'string',
  created_at: 'timestamp',
};

const changelog: Fields = {
  id: 'uuid',
  project_id: 'uuid',
  author_id: 'uuid',
  author: user,
  title: 'string',
  slug: 'string',
  summary: 'string',
  content: 'string',
  image: 'string',
  publish_date: 'timestamp',
  published: 'boolean',
};

const { author: _, ...changelogWithoutAuthor } = changelog;

const stats: Fields = {
  total: 'integer',
  by_status: {
    in_review: 'integer',
    planned: 'integer',
    in_progress: 'integer',
    completed: 'integer',
    rejected: 'integer',
    beta: 'integer',
  },
  by_status_kind: {
    open: 'integer',
    planned: 'integer',
    active: 'integer',
    done: 'integer',
    closed: 'integer',
  },
  by_tag: [{ name: 'string', color: 'string', count: 'integer' }],
};

const upvote: Fields = { user, created_at: 'timestamp' };

const member: Fields = { user, role: 'string', created_at: 'timestamp' };

const token: Fields = {
  id: 'uuid',
  name: 'string',
  user_id: 'uuid',
  scope: 'string',
  project: 'string',
  created_at: 'timestamp',
  expires_at: 'timestamp or null',
  last_used_at: 'timestamp or null',
};

const me: Fields = {
  user,
  instance_admin: 'boolean',
  token: { id: 'uuid', name: 'string', scope: 'string', project: 'string', expires_at: 'timestamp or null' },
};

const account: Fields = { ...user, instance_admin: 'boolean', created_at: 'timestamp' };

const webhook: Fields = {
  id: 'uuid',
  project_id: 'uuid',
  url: 'string',
  description: 'string',
  event_types: 'strings',
  when: {},
  enabled: 'boolean',
  disabled_reason: 'string',
  created_at: 'timestamp',
};

const delivery: Fields = {
  id: 'uuid',
  event_id: 'uuid',
  event_type: 'string',
  status: 'string',
  created_at: 'timestamp',
  next_attempt_at: 'timestamp or null',
  attempts: [
    {
      at: 'timestamp',
      status_code: 'integer or null',
      duration_ms: 'integer',
      error: 'string',
      response: 'string',
    },
  ],
};

const isTimestamp = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value);

const holds: Record<Extract<Shape, string>, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  timestamp: isTimestamp,
  'timestamp or null': (value) => value === null || isTimestamp(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  integer: Number.isInteger,
  'integer or null': (value) => value === null || Number.isInteger(value),
};

/** Returns the differences from the shape, field by field. */
function deviations(value: any, shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') {
    return holds[shape](value) ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no array: ${JSON.stringify(value)}`];
    return value.flatMap((item, index) => deviations(item, shape[0] as Fields, `${path}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is no object: ${JSON.stringify(value)}`];
  const [has, wanted] = [Object.keys(value as object).join(), Object.keys(shape).join()];
  if (has !== wanted) return [`${path} has the fields ${has} in place of ${wanted}`];
  return Object.entries(shape as Fields).flatMap(([field, inner]) =>
    deviations(value[field], inner, `${path}/${field}`),
  );
}

/** Asserts that the answer is JSON of this shape: exactly these fields, in this order, each once. */
function expectShape(answer: Answer, shape: Shape, status = 200): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(deviations(answer.body, shape)).toEqual([]);
  // Parsing hides repeated fields and the notation of numbers, so the text is compared too.
  expect(answer.text).toBe(JSON.stringify(answer.body));
}

let service: TestApp;
let adminId: string;
let world: World;
let path: string;

beforeAll(async () => {
  service = await startApp();
  adminId = (await service.admin.get('/me')).body.user.id as string;
  world = await prepareWorld(service, adminId);
  path = `/projects/${world.slug}`;
  await service.admin.put(`${path}/tags/late`, { color: '#123456' });
  await service.admin.patch(`${path}/feedback/${world.feedbackId}`, { tags: ['late', 'bug'] });
  await service.admin.post(`${path}/feedback`, {
    title: 'All of it',
    description: 'Long',
    status: 'planned',
    created_at: '2020-01-01T00:00:00Z',
    user: { email: 'all@example.com', full_name: 'All', avatar_url: 'https://example.com/a.png' },
  });
  await service.admin.post(`${path}/changelogs`, { title: 'Draft' });
});

afterAll(() => service.close());

describe('The six operations', () => {
  it('1: list of feedback', async () => {
    const answer = await service.admin.get(`${path}/feedback`);
    expectShape(answer, [feedback]);
    expect(answer.body).toHaveLength(4);
    for (const each of answer.body) expect(each.project_id).toBe(world.projectId);
    for (const each of answer.body) expect(each.user.id).toBe(each.user_id);
    expectShape(await service.admin.get(`${path}/feedback?limit=1&count=true`), [feedback]);
    const empty = await service.admin.get(`${path}/feedback?status=rejected`);
    expect(empty.text).toBe('[]');
  });

  it('2: one feedback', async () => {
    const answer = await service.admin.get(`${path}/feedback/${world.feedbackId}`);
    expectShape(answer, feedback);
    expect(answer.body).toMatchObject({
      id: world.feedbackId,
      project_id: world.projectId,
      user_id: adminId,
      user: { id: adminId, email: 'admin@localhost', full_name: 'Administrator', avatar_url: '' },
      title: 'Feedback',
      description: '',
      tags: [
        { name: 'bug', color: '#f00' },
        { name: 'late', color: '#123456' },
      ],
      status: 'in_review',
      upvotes: 0,
      comment_count: 1,
    });
    expect((await service.admin.get(`${path}/feedback`)).body).toContainEqual(answer.body);
  });

  it('2: one feedback of an anonymized user', async () => {
    const leaving = await service.userClient('leaving@example.com');
    const { body } = await service.admin.post(`${path}/feedback`, { title: 'Left', user_id: leaving.userId });
    await service.admin.delete(`/users/${leaving.userId}`);
    const answer = await service.admin.get(`${path}/feedback/${body.id}`);
    expectShape(answer, feedback);
    expect(answer.body.user).toEqual({ id: leaving.userId, email: '', full_name: '', avatar_url: '' });
    await service.admin.delete(`${path}/feedback/${body.id}`);
  });

  it('3: update of a project', async () => {
    const before = await service.admin.get(path);
    const answer = await service.admin.patch(path, { name: 'Renamed', icon: '🚀' });
    expectShape(answer, project);
    expect(answer.body).toEqual({ ...before.body, name: 'Renamed', icon: '🚀' });
    expect(before.body).toMatchObject({ id: world.projectId, icon_radius: 'rounded-md', og_image: '' });
  });

  it('4: update of a configuration', async () => {
    const answer = await service.admin.patch(`${path}/config`, {
      changelog_preview_style: 'full',
      changelog_social_handle: '@us',
    });
    expectShape(answer, config);
    expect(answer.body).toMatchObject({
      project_id: world.projectId,
      changelog_preview_style: 'full',
      changelog_social_handle: '@us',
      custom_domain: `${world.slug}.example.com`,
      custom_domain_verified: false,
      integration_chat_role_id: '',
      integration_chat_status: false,
      integration_chat_webhook: '',
    });
  });

  it('5: list of changelogs, with their authors', async () => {
    const answer = await service.admin.get(`${path}/changelogs`);
    expectShape(answer, [changelog]);
    expect(answer.body).toHaveLength(2);
    for (const each of answer.body) expect(each.author.id).toBe(each.author_id);
  });

  it('6: update of a changelog, without its author', async () => {
    const sent = {
      title: 'Replaced',
      summary: 'Short',
      content: '# Long',
      image: 'https://example.com/x.png',
      publish_date: '2026-01-31T12:00:00.000Z',
      published: true,
    };
    const answer = await service.admin.put(`${path}/changelogs/${world.changelogId}`, sent);
    expectShape(answer, changelogWithoutAuthor);
    expect(answer.body).toEqual({
      ...sent,
      id: world.changelogId,
      project_id: world.projectId,
      author_id: adminId,
      slug: 'entry',
    });
  });
});

describe('The records of all other operations', () => {
  const other = () => unique('contract');
  const cases: [string, number, Shape, () => Promise<Answer>][] = [
    ['GET /me', 200, me, () => service.admin.get('/me')],
    ['GET /projects', 200, [project], () => service.admin.get('/projects')],
    ['POST /projects', 201, project, () => service.admin.post('/projects', { name: 'X', slug: other() })],
    ['GET a project', 200, project, () => service.admin.get(path)],
    ['GET a configuration', 200, config, () => service.admin.get(`${path}/config`)],
    ['GET members', 200, [member], () => service.admin.get(`${path}/members`)],
    [
      'POST a member',
      201,
      member,
      () => service.admin.post(`${path}/members`, { email: `${other()}@example.com`, role: 'viewer' }),
    ],
    ['GET a member', 200, member, () => service.admin.get(`${path}/members/me`)],
    ['PUT a member', 200, member, () => service.admin.put(`${path}/members/me`, { role: 'owner' })],
    [
      'PUT a new member',
      201,
      member,
      () => service.admin.put(`${path}/members/${world.userId}`, { role: 'editor' }),
    ],
    ['POST feedback', 201, feedback, () => service.admin.post(`${path}/feedback`, { title: 'X' })],
    ['PATCH feedback', 200, feedback, () => service.admin.patch(`${path}/feedback/${world.feedbackId}`, {})],
    [
      'POST a bulk update',
      200,
      [feedback],
      () => service.admin.post(`${path}/feedback/bulk`, { ids: [world.feedbackId], set: {} }),
    ],
    ['GET statistics', 200, stats, () => service.admin.get(`${path}/feedback/stats`)],
    ['GET upvotes', 200, [upvote], () => service.admin.get(`${path}/feedback/${world.targetId}/upvotes`)],
    ['GET an upvote', 200, upvote, () => service.admin.get(`${path}/feedback/${world.targetId}/upvotes/me`)],
    [
      'POST an upvote',
      201,
      upvote,
      () =>
        service.admin.post(`${path}/feedback/${world.feedbackId}/upvotes`, {
          user: { email: `${other()}@example.com` },
        }),
    ],
    [
      'POST an upvote that exists',
      200,
      upvote,
      () => service.admin.post(`${path}/feedback/${world.targetId}/upvotes`, {}),
    ],
    ['GET tags', 200, [{ name: 'string', color: 'string' }], () => service.admin.get(`${path}/tags`)],
    [
      'PUT a tag',
      200,
      { name: 'string', color: 'string' },
      () => service.admin.put(`${path}/tags/bug`, { color: '#f00' }),
    ],
    [
      'PUT a new tag',
      201,
      { name: 'string', color: 'string' },
      () => service.admin.put(`${path}/tags/${other()}`, { color: '#f00' }),
    ],
    ['POST a changelog', 201, changelog, () => service.admin.post(`${path}/changelogs`, { title: 'X' })],
    ['GET a changelog', 200, changelog, () => service.admin.get(`${path}/changelogs/${world.changelogId}`)],
    [
      'PATCH a changelog',
      200,
      changelog,
      () => service.admin.patch(`${path}/changelogs/${world.changelogId}`, {}),
    ],
    ['GET tokens', 200, [token], () => service.admin.get('/tokens')],
    ['GET a token', 200, token, () => service.admin.get(`/tokens/${world.tokenId}`)],
    [
      'POST a token',
      201,
      { ...token, token: 'string' },
      () => service.admin.post('/tokens', { name: 'X', scope: 'read' }),
    ],
    [
      'POST a token with all there is',
      201,
      { ...token, expires_at: 'timestamp', token: 'string' },
      () =>
        service.admin.post('/tokens', {
          name: 'X',
          scope: 'read',
          project: world.slug,
          expires_at: '2999-01-01T00:00:00Z',
        }),
    ],
    ['GET webhooks', 200, [webhook], () => service.admin.get(`${path}/webhooks`)],
    ['GET a webhook', 200, webhook, () => service.admin.get(`${path}/webhooks/${world.webhookId}`)],
    ['PATCH a webhook', 200, webhook, () => service.admin.patch(`${path}/webhooks/${world.webhookId}`, {})],
    [
      'POST a webhook',
      201,
      { ...webhook, secret: 'string' },
      () => service.admin.post(`${path}/webhooks`, { url: 'https://example.com' }),
    ],
    [
      'POST a new secret',
      200,
      { ...webhook, secret: 'string' },
      () => service.admin.post(`${path}/webhooks/${world.webhookId}/rotate-secret`),
    ],
    ['POST a test', 200, delivery, () => service.admin.post(`${path}/webhooks/${world.webhookId}/test`)],
    [
      'GET deliveries',
      200,
      [delivery],
      () => service.admin.get(`${path}/webhooks/${world.webhookId}/deliveries`),
    ],
    [
      'POST a redelivery',
      200,
      delivery,
      () =>
        service.admin.post(`${path}/webhooks/${world.webhookId}/deliveries/${world.deliveryId}/redeliver`),
    ],
    ['GET users', 200, [account], () => service.admin.get('/users')],
    [
      'POST a user',
      201,
      account,
      () => service.admin.post('/users', { email: `${other()}@example.com`, full_name: 'X' }),
    ],
    [
      'POST a user who is there',
      200,
      account,
      () => service.admin.post('/users', { email: 'Admin@localhost', full_name: 'X' }),
    ],
    ['GET a user', 200, account, () => service.admin.get(`/users/${adminId}`)],
    ['PATCH a user', 200, account, () => service.admin.patch(`/users/${adminId}`, {})],
  ];

  it.each(cases)('%s', async (_name, status, shape, call) => {
    const answer = await call();
    expectShape(answer, shape, status);
    if (Array.isArray(shape)) expect(answer.body).not.toEqual([]);
  });

  it.each([
    ['projects', () => service.admin.post('/projects', { name: 'X', slug: other() })],
    [
      'members',
      () => service.admin.post(`${path}/members`, { email: `${other()}@example.com`, role: 'viewer' }),
    ],
    ['feedback', () => service.admin.post(`${path}/feedback`, { title: 'X' })],
    [
      'upvotes',
      () =>
        service.admin.post(`${path}/feedback/${world.feedbackId}/upvotes`, {
          user: { email: `${other()}@example.com` },
        }),
    ],
    ['changelogs', () => service.admin.post(`${path}/changelogs`, { title: 'X' })],
    ['tokens', () => service.admin.post('/tokens', { name: 'X', scope: 'read' })],
    ['webhooks', () => service.admin.post(`${path}/webhooks`, { url: 'https://example.com' })],
    ['users', () => service.admin.post('/users', { email: `${other()}@example.com`, full_name: 'X' })],
  ])('POST returns the Location of the new record: %s', async (_name, post) => {
    const made = await post();
    const location = made.headers.get('location') ?? '';
    expect(location.startsWith(`${service.url}/v1/`)).toBe(true);
    const found = await service.admin.get(location.slice(`${service.url}/v1`.length));
    expect(found.status).toBe(200);
    const { token: _text, secret: _secret, last_used_at: _use, ...record } = made.body;
    expect(found.body).toMatchObject(record);
  });
});

describe('The rules of updates, for any input', () => {
  const text = (maxLength: number) =>
    fc.string({ unit: anyGrapheme, maxLength }).filter((value) => !value.includes('\0'));
  const short = (max: number) => text(Math.floor(max / 12));
  const title = short(200).map((value) => `${value}x`);
  const picture = fc.oneof(
    anyWebUrl,
    fc.constant(''),
    fc.constant('🚀'),
    fc.constant('data:image/png;base64,AA=='),
  );
  const instant = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const runs = { numRuns: 40 };
  /** Names are the only texts that are not stored as sent. */
  const stored = <T extends { name?: string; title?: string }>(body: T): T => ({
    ...body,
    ...(body.name === undefined ? {} : { name: normalizeName(body.name) }),
    ...(body.title === undefined ? {} : { title: normalizeName(body.title) }),
  });

  it('operation 3 returns the record with its id and created_at', async () => {
    const slug = unique('rule-two');
    const { body: made } = await service.admin.post('/projects', { name: 'Rule 2', slug });
    let last = made;
    const bodies = fc.record(
      {
        name: title,
        slug: fc.stringMatching(/^r[a-z0-9]{0,20}(-[a-z0-9]{1,20})?$/),
        icon: picture,
        icon_radius: short(200),
        og_image: picture,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await service.admin.patch(`/projects/${last.slug}`, body);
        expectShape(answer, project);
        expect(answer.body).toEqual({ ...last, ...stored(body) });
        expect([answer.body.id, answer.body.created_at]).toEqual([made.id, made.created_at]);
        last = answer.body;
        expect((await service.admin.get(`/projects/${last.slug}`)).text).toBe(answer.text);
      }),
      runs,
    );
  });

  it('operation 4 returns the record', async () => {
    let { body: last } = await service.admin.get(`${path}/config`);
    const bodies = fc.record(
      { changelog_preview_style: short(200), changelog_social_handle: short(200) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await service.admin.patch(`${path}/config`, body);
        expectShape(answer, config);
        expect(answer.body).toEqual({ ...last, ...body });
        last = answer.body;
      }),
      runs,
    );
  });

  it('operation 6 returns the stored values, with id, project_id, author_id and slug', async () => {
    const { body: made } = await service.admin.post(`${path}/changelogs`, { title: 'Rule 3' });
    const { author, ...first } = made;
    let last = first;
    const bodies = fc.record(
      {
        title,
        summary: short(2000),
        content: short(1000),
        image: picture,
        publish_date: instant.map((date) => date.toISOString()),
        published: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await service.admin.put(`${path}/changelogs/${made.id}`, body);
        expectShape(answer, changelogWithoutAuthor);
        expect(answer.body).toEqual({ ...last, ...stored(body) });
        const { id, project_id, author_id, slug } = answer.body;
        expect({ id, project_id, author_id, slug }).toEqual({
          id: made.id,
          project_id: world.projectId,
          author_id: author.id,
          slug: 'rule-3',
        });
        last = answer.body;
        const found = await service.admin.get(`${path}/changelogs/${made.id}`);
        expectShape(found, changelog);
        expect(found.body).toEqual({ ...last, author });
      }),
      runs,
    );
  });
});
