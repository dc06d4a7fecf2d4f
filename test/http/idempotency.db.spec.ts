import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { IdempotencyKeys } from '../../src/platform/http/idempotency-keys.js';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { Sql } from '../../src/platform/persistence/sql.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { call, nameOf, operations, prepareWorld } from '../support/operations.js';
import { itOnServer, serverUrl } from '../support/server-url.js';

const hour = 60 * 60_000;

let clock: FakeClock;
let service: TestApp;
let admin: Client;
let sql: Sql;
let count = 0;
/** Returns a key that was not used before. */
let key: string;
/** Creates a project without feedback, and returns the path of its feedback. */
let feedback: string;

beforeAll(async () => {
  clock = new FakeClock();
  service = await startApp({ clock, failing: true, environment: { CORS_ORIGINS: '*' } });
  admin = service.admin;
  sql = service.app.get(Sql);
});

afterAll(() => service.close());

beforeEach(async () => {
  count += 1;
  key = `key-${count}`;
  feedback = `/projects/project-${count}/feedback`;
  await admin.post('/projects', { name: 'A project', slug: `project-${count}` });
});

afterEach(() => {
  jest.restoreAllMocks();
});

function post(path: string, body: unknown, sent = key, client = admin): Promise<Answer> {
  return client.post(path, body, { 'idempotency-key': sent });
}

it('replays a reply to a comment on merged feedback', async () => {
  const [source, target] = await Promise.all(
    ['A', 'B'].map(async (title) => (await admin.post(feedback, { title })).body.id as string),
  );
  const { body: parent } = await admin.post(`${feedback}/${source}/comments`, { content: 'First' });
  await admin.post(`${feedback}/${source}/merge`, { into: target });
  const reply = { content: 'Hi', parent_id: parent.id };
  const first = await post(`${feedback}/${target}/comments`, reply);
  expect([first.status, first.body.feedback_id]).toEqual([201, source]);
  const again = await post(`${feedback}/${target}/comments`, reply);
  expect([again.status, again.body, isReplay(again)]).toEqual([201, first.body, true]);
});

async function feedbackCount(): Promise<number> {
  return (await admin.get(feedback)).body.length as number;
}

function isReplay(answer: Answer): boolean {
  return answer.headers.get('idempotency-replayed') === 'true';
}

/** Returns the status, the body and the headers that do not depend on the single response. */
function essence({ status, text, headers }: Answer): unknown {
  const own = ['x-request-id', 'date', 'idempotency-replayed'];
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) };
}

function deadlock(): Error {
  return Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
}

describe('A POST with an Idempotency-Key', () => {
  it('is executed once, and returns the same response again, byte for byte', async () => {
    const first = await post(feedback, { title: 'Größe', description: '€ "\\" \u2028' });
    clock.advance(1000);
    const second = await post(feedback, { title: 'Größe', description: '€ "\\" \u2028' });
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`${service.url}/v1${feedback}/${first.body.id}`);
    expect(essence(second)).toEqual(essence(first));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(await feedbackCount()).toBe(1);
  });

  it('gets a new request id each time', async () => {
    const first = await post(feedback, { title: 'A' });
    const second = await post(feedback, { title: 'A' });
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('keeps a status and headers set by the operation', async () => {
    const user = { email: `${key}@example.com`, full_name: 'Somebody' };
    const made = await post('/users', user);
    const found = await post('/users', user, `${key}-found`);
    expect([made.status, found.status]).toEqual([201, 200]);
    expect(essence(await post('/users', user))).toEqual(essence(made));
    expect(essence(await post('/users', user, `${key}-found`))).toEqual(essence(found));
    expect(found.headers.get('location')).toBeNull();
  });

  it('keeps the status of operations that create nothing', async () => {
    const [source, target] = [
      await admin.post(feedback, { title: 'A' }),
      await admin.post(feedback, { title: 'B' }),
    ];
    const path = `${feedback}/${source.body.id}/merge`;
    const first = await post(path, { into: target.body.id });
    const second = await post(path, { into: target.body.id });
    expect(first.status).toBe(200);
    expect(essence(second)).toEqual(essence(first));
    expect(isReplay(second)).toBe(true);
  });

  it('matches a body with other white space, escapes and order of members', async () => {
    const send = (body: string) =>
      service.send('POST', `/v1${feedback}`, {
        body,
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
      });
    const first = await send('{"title":"é","user":{"email":"a@example.com","full_name":"A"}}');
    const second = await send('{ "user": {"full_name":"A", "email":"a@example.com"}, "title": "\\u00e9" }');
    expect(second.text).toBe(first.text);
    expect(isReplay(second)).toBe(true);
  });

  it.each([
    [{ title: 'B' }],
    [{ title: 'A', description: '' }],
    [{ title: 'A', user: { email: 'a@example.com' } }],
  ])('is rejected with another body: %j', async (other) => {
    await post(feedback, { title: 'A' });
    const answer = await post(feedback, other);
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await feedbackCount()).toBe(1);
  });

  it('distinguishes arrays by their order', async () => {
    await admin.put(`/projects/project-${count}/tags/x`, { color: '#000000' });
    await admin.put(`/projects/project-${count}/tags/y`, { color: '#000000' });
    await post(feedback, { title: 'A', tags: ['x', 'y'] });
    expect((await post(feedback, { title: 'A', tags: ['y', 'x'] })).status).toBe(409);
  });

  it('is separate for each user', async () => {
    const other = await service.userClient(`${key}@example.com`);
    await admin.post(`/projects/project-${count}/members`, {
      email: `${key}@example.com`,
      role: 'contributor',
    });
    const first = await post(feedback, { title: 'A' });
    const second = await post(feedback, { title: 'A' }, key, other);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    expect(isReplay(second)).toBe(false);
  });

  it('is shared by all tokens of a user', async () => {
    const token = await admin.post('/tokens', { name: 'Another', scope: 'admin' });
    const first = await post(feedback, { title: 'A' });
    const second = await post(feedback, { title: 'A' }, key, service.client(token.body.token as string));
    expect(essence(second)).toEqual(essence(first));
  });

  it('is separate for each path', async () => {
    const first = await post(feedback, { title: 'A' });
    const second = await post(`/projects/project-${count}/changelogs`, { title: 'A' });
    expect([first.status, second.status]).toEqual([201, 201]);
  });

  it('is the same for all spellings of a path', async () => {
    const first = await post(feedback, { title: 'A' });
    for (const spelling of [feedback.replace('project-', '%70roject-'), `${feedback}/`]) {
      expect(essence(await post(spelling, { title: 'A' }))).toEqual(essence(first));
    }
    expect(await feedbackCount()).toBe(1);
  });

  it('distinguishes keys by case', async () => {
    await post(feedback, { title: 'A' }, `${key}-k`);
    expect(isReplay(await post(feedback, { title: 'A' }, `${key}-K`))).toBe(false);
    expect(await feedbackCount()).toBe(2);
  });

  it('is executed again after 24 hours', async () => {
    const first = await post(feedback, { title: 'A' });
    clock.advance(24 * hour - 1);
    expect(isReplay(await post(feedback, { title: 'A' }))).toBe(true);
    clock.advance(1);
    const second = await post(feedback, { title: 'B' });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    // The new response has replaced the old one.
    clock.advance(24 * hour - 1);
    expect((await post(feedback, { title: 'B' })).text).toBe(second.text);
  });

  it('exposes to browsers whether the response was repeated', async () => {
    const answer = await admin.post(
      feedback,
      { title: 'A' },
      { 'idempotency-key': key, origin: 'https://example.com' },
    );
    expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });
});

describe('An Idempotency-Key', () => {
  it.each([1, 255])('can have %d characters', async (length) => {
    const sent = 'k'.repeat(length);
    const first = await post(feedback, { title: 'A' }, sent);
    expect(first.status).toBe(201);
    expect((await post(feedback, { title: 'A' }, sent)).text).toBe(first.text);
  });

  it.each([
    ['empty', ''],
    ['longer', 'k'.repeat(256)],
  ])('cannot be %s', async (_what, sent) => {
    const answer = await post(feedback, { title: 'A' }, sent);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    expect(await feedbackCount()).toBe(0);
  });

  it('cannot be repeated', async () => {
    const status = await new Promise((resolve, reject) => {
      const sending = httpRequest(`${service.url}/v1${feedback}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'idempotency-key': ['a', 'b'],
        },
      });
      sending.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sending.on('error', reject);
      sending.end('{"title":"A"}');
    });
    expect(status).toBe(400);
  });

  it('is rejected if the response contains a secret', async () => {
    const answer = await post('/tokens', { name: 'A token', scope: 'read' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_key_not_allowed' } });
  });

  it('is validated by every POST that documents it, and rejected by every other POST', async () => {
    const { body } = await admin.get('/me');
    const world = await prepareWorld(service, body.user.id);
    const { paths } = service.app.get(ApiDocument).describe();
    for (const each of operations.filter(({ method }) => method === 'POST')) {
      const { post: documented } = paths[`/v1${each.path.replaceAll(/:(\w+)/g, '{$1}')}`] ?? {};
      const isAccepted = JSON.stringify(documented?.parameters).includes('/IdempotencyKeyHeader');
      const answer = await call(service, admin.token, each, world, { 'idempotency-key': '' });
      expect([nameOf(each), answer.status, answer.body.code]).toEqual([
        nameOf(each),
        400,
        isAccepted ? 'invalid_idempotency_key' : 'idempotency_key_not_allowed',
      ]);
    }
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'GET'])('is ignored with %s', async (method) => {
    const { body } = await admin.post(feedback, { title: 'A' });
    const path = { PUT: `/projects/project-${count}/tags/x` }[method] ?? `${feedback}/${body.id}`;
    const json = { PUT: '{"color":"#000000"}', PATCH: '{"title":"B"}' }[method];
    const answer = await service.send(method, `/v1${path}`, {
      headers: {
        authorization: `Bearer ${admin.token}`,
        'idempotency-key': '',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: json }),
    });
    expect(answer.status).toBeLessThan(300);
  });
});

describe('Errors that are reported before an error of the key:', () => {
  beforeEach(() => post(feedback, { title: 'A' }));

  it('a missing or invalid token', async () => {
    const answer = await service.send('POST', `/v1${feedback}`, { headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(401);
    expect((await post(feedback, { title: 'A' }, key, service.client('unknown'))).status).toBe(401);
  });

  it('an unknown route or method', async () => {
    expect((await post('/nowhere', {})).status).toBe(404);
    expect((await post('/me', {})).status).toBe(405);
  });

  it('an insufficient scope or role, also if a response was stored', async () => {
    const user = await service.userClient(`${key}@example.com`);
    const members = `/projects/project-${count}/members`;
    await admin.post(members, { email: `${key}@example.com`, role: 'contributor' });
    expect((await post(feedback, { title: 'A' }, key, user)).status).toBe(201);
    const token = await user.post('/tokens', { name: 'Reader', scope: 'read' });
    const reader = service.client(token.body.token as string);
    expect((await post(feedback, { title: 'A' }, key, reader)).body.code).toBe('insufficient_scope');
    await admin.put(`${members}/${user.userId}`, { role: 'viewer' });
    expect((await post(feedback, { title: 'A' }, key, user)).body.code).toBe('insufficient_role');
    await admin.delete(`${members}/${user.userId}`);
    expect((await post(feedback, { title: 'A' }, key, user)).body.code).toBe('project_not_found');
  });

  it('a former slug', async () => {
    await admin.patch(`/projects/project-${count}`, { slug: `renamed-${count}` });
    expect((await post(feedback, { title: 'A' })).status).toBe(308);
    // The new slug is another path.
    const answer = await post(`/projects/renamed-${count}/feedback`, { title: 'A' });
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
  });

  it.each([
    ['a body of another type', 415, '{}', { 'content-type': 'application/json; charset=latin1' }],
    ['a body that is too large', 413, `{"title":"${'A'.repeat(1_100_000)}"}`, {}],
    ['a body that is not JSON', 400, '{', {}],
    ['an empty body', 400, '', {}],
    ['an invalid body', 400, '{"title":""}', {}],
    ['a body with an unknown field', 400, '{"title":"A","name":"B"}', {}],
  ])('%s', async (_what, status, body, headers) => {
    const answer = await service.send('POST', `/v1${feedback}`, {
      body,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        ...headers,
      },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.code).not.toMatch(/idempotency/);
  });

  it('an invalid query', async () => {
    expect((await post(`${feedback}?a=b`, { title: 'A' })).body.errors).toHaveLength(1);
  });
});

describe('Not stored:', () => {
  it('a domain error', async () => {
    expect((await post(feedback, { title: 'A', tags: ['x'] })).status).toBe(400);
    await admin.put(`/projects/project-${count}/tags/x`, { color: '#000000' });
    expect((await post(feedback, { title: 'A', tags: ['x'] })).status).toBe(201);
    // The key was not bound to the body of the rejected request either.
    const other = `${key}-other`;
    expect((await post(feedback, { title: 'A', tags: ['z'] }, other)).status).toBe(400);
    expect((await post(feedback, { title: 'B' }, other)).status).toBe(201);
  });

  it('a conflict', async () => {
    const project = { name: 'A', slug: `taken-${count}` };
    await admin.post('/projects', project);
    expect((await post('/projects', project)).body.code).toBe('slug_taken');
    await admin.delete(`/projects/taken-${count}`);
    expect((await post('/projects', project)).status).toBe(201);
  });

  it('a first attempt that fails halfway: it is rolled back, and a retry creates one record', async () => {
    jest.spyOn(service.app.get(IdempotencyKeys), 'keep').mockRejectedValueOnce(new Error('crashed'));
    expect((await post(feedback, { title: 'A' })).status).toBe(500);
    expect(await feedbackCount()).toBe(0);
    const second = await post(feedback, { title: 'A' });
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect(isReplay(await post(feedback, { title: 'A' }))).toBe(true);
    expect(await feedbackCount()).toBe(1);
  });

  it('a first attempt whose commit fails', async () => {
    const keys = service.app.get(IdempotencyKeys);
    const keep = keys.keep.bind(keys);
    jest.spyOn(keys, 'keep').mockImplementationOnce(async (...answer) => {
      await keep(...answer);
      // An error that only COMMIT detects.
      await sql.rows('create temp table twice (n int unique deferrable initially deferred)');
      await sql.rows('insert into twice values (1), (1)');
    });
    expect((await post(feedback, { title: 'A' })).status).toBe(500);
    expect(await feedbackCount()).toBe(0);
    expect(isReplay(await post(feedback, { title: 'A' }))).toBe(false);
  });
});

describe('A transaction that is repeated after a deadlock', () => {
  it('stores and returns the result of the last attempt', async () => {
    jest.spyOn(service.app.get(IdempotencyKeys), 'keep').mockRejectedValueOnce(deadlock());
    const answer = await post(feedback, { title: 'A' });
    const stored = await admin.get(feedback);
    expect(stored.body).toHaveLength(1);
    expect(answer.body).toEqual(stored.body[0]);
    expect(answer.headers.get('location')).toBe(`${service.url}/v1${feedback}/${stored.body[0].id}`);
    expect(essence(await post(feedback, { title: 'A' }))).toEqual(essence(answer));
  });

  it('returns no status or header of an earlier attempt', async () => {
    const keys = service.app.get(IdempotencyKeys);
    const reserve = keys.reserve.bind(keys);
    const email = `${key}@example.com`;
    jest.spyOn(keys, 'keep').mockRejectedValueOnce(deadlock());
    jest
      .spyOn(keys, 'reserve')
      .mockImplementationOnce(reserve)
      .mockImplementationOnce(async (id) => {
        // Meanwhile another request has created the user.
        await sql.rows(
          `insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
           values (gen_random_uuid(), $1, $1, '', '', false, now())`,
          [email],
        );
        return reserve(id);
      });
    const answer = await post('/users', { email, full_name: 'Somebody' });
    expect(answer).toMatchObject({ status: 200, body: { email, full_name: '' } });
    expect(answer.headers.get('location')).toBeNull();
    expect(essence(await post('/users', { email, full_name: 'Somebody' }))).toEqual(essence(answer));
  });
});

describe('A response is not returned again', () => {
  let project: string;
  let member: Client & { userId: string };
  /** Feedback of the member, and its text. */
  const secret = { title: 'A secret plan', description: 'Only for those who may see it' };

  beforeEach(async () => {
    project = `/projects/project-${count}`;
    member = await service.userClient(`member-${key}@example.com`, { scope: 'write' });
    await setRole('contributor');
  });

  const setRole = (role: string) => admin.put(`${project}/members/${member.userId}`, { role });

  async function expectRefusal(repeated: Promise<Answer>): Promise<void> {
    const answer = await repeated;
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_access_changed']);
    expect(answer.text).not.toContain('secret');
    expect(isReplay(answer)).toBe(false);
  }

  it('after a demotion', async () => {
    await setRole('editor');
    const first = await post(feedback, secret, key, member);
    expect(isReplay(await post(feedback, secret, key, member))).toBe(true);
    await setRole('contributor');
    await expectRefusal(post(feedback, secret, key, member));
    await setRole('editor');
    expect((await post(feedback, secret, key, member)).text).toBe(first.text);
  });

  it('that a release without digests of rights has stored', async () => {
    await post(feedback, secret);
    await sql.rows('update idempotency_keys set access = null', []);
    await expectRefusal(post(feedback, secret));
    expect(await feedbackCount()).toBe(1);
  });

  it('for a token with another scope', async () => {
    const first = await post(feedback, secret);
    const { body: token } = await admin.post('/tokens', { name: 'Writing', scope: 'write' });
    await expectRefusal(post(feedback, secret, key, service.client(token.token)));
    expect((await post(feedback, secret)).text).toBe(first.text);
  });

  it('after the slug has become that of another project', async () => {
    await post(feedback, secret);
    await admin.delete(project);
    await admin.post('/projects', { name: 'Another project', slug: `project-${count}` });
    await expectRefusal(post(feedback, secret));
    expect(await feedbackCount()).toBe(0);
  });

  it('after the record was moved to a board that is hidden, until it is shown again', async () => {
    await admin.put(`${project}/boards/team`, { name: 'Team', visibility: 'editors' });
    const other = await admin.post(feedback, secret);
    const upvotes = `${feedback}/${other.body.id}/upvotes`;
    const first = await post(feedback, secret, key, member);
    const vote = await post(upvotes, {}, `${key}-vote`, member);
    expect([first.status, vote.status]).toEqual([201, 201]);
    const move = async (board: string) => {
      for (const id of [first.body.id, other.body.id]) await admin.patch(`${feedback}/${id}`, { board });
    };
    await move('team');
    await expectRefusal(post(feedback, secret, key, member));
    await expectRefusal(post(upvotes, {}, `${key}-vote`, member));
    await move('');
    expect((await post(feedback, secret, key, member)).text).toBe(first.text);
    expect((await post(upvotes, {}, `${key}-vote`, member)).text).toBe(vote.text);
  });

  it('after the comment has become internal, or its feedback was hidden', async () => {
    await admin.put(`${project}/boards/team`, { name: 'Team', visibility: 'editors' });
    const { body } = await admin.post(feedback, { title: 'A' });
    const comments = `${feedback}/${body.id}/comments`;
    const content = { content: 'A secret comment' };
    const first = await post(comments, content, key, member);
    await admin.patch(`${feedback}/${body.id}`, { board: 'team' });
    await expectRefusal(post(comments, content, key, member));
    await admin.patch(`${feedback}/${body.id}`, { board: '' });
    expect((await post(comments, content, key, member)).text).toBe(first.text);
    await admin.patch(`${comments}/${first.body.id}`, { kind: 'internal' });
    await expectRefusal(post(comments, content, key, member));
  });

  it('after the record was deleted, but while it is merged', async () => {
    const first = await post(feedback, secret, key, member);
    const { body: target } = await admin.post(feedback, { title: 'Target' });
    const merge = `${feedback}/${first.body.id}/merge`;
    const merged = await post(merge, { into: target.id }, `${key}-merge`);
    expect((await post(feedback, secret, key, member)).text).toBe(first.text);
    expect((await post(merge, { into: target.id }, `${key}-merge`)).text).toBe(merged.text);
    await admin.delete(merge);
    expect((await admin.delete(`${feedback}/${first.body.id}`)).status).toBe(204);
    await expectRefusal(post(feedback, secret, key, member));
  });

  it('after one of its records was deleted', async () => {
    const ids = [(await admin.post(feedback, secret)).body.id, (await admin.post(feedback, secret)).body.id];
    const bulk = { ids, set: { status: 'planned' } };
    const first = await post(`${feedback}/bulk?include=board`, bulk);
    expect((await post(`${feedback}/bulk?include=board`, bulk)).text).toBe(first.text);
    await admin.delete(`${feedback}/${ids[1]}`);
    await expectRefusal(post(`${feedback}/bulk?include=board`, bulk));
  });

  it('after a field was hidden', async () => {
    const field = { name: 'Plan', type: 'text', set_by: 'contributors' };
    await admin.put(`${project}/fields/plan`, { ...field, visible_to: 'everyone' });
    const submission = { ...secret, fields: { plan: 'secret' } };
    const path = `${feedback}?include=fields`;
    const first = await post(path, submission, key, member);
    expect((await post(path, submission, key, member)).text).toBe(first.text);
    await admin.put(`${project}/fields/plan`, { ...field, set_by: 'editors', visible_to: 'editors' });
    await expectRefusal(post(path, submission, key, member));
  });
});

describe('The cleanup', () => {
  it('removes responses older than 24 hours, and nothing else', async () => {
    const keys = service.app.get(IdempotencyKeys);
    const stored = async () => (await sql.rows('select 1 from idempotency_keys')).length;
    clock.advance(48 * hour);
    await keys.removeExpired();
    expect(await stored()).toBe(0);
    await post(feedback, { title: 'A' });
    await sql.rows(
      `insert into idempotency_keys select sha256(n::text::bytea), gen_random_uuid(), 'x', 200, '{}', null, $1
       from generate_series(1, 2500) n`,
      [new Date(clock.now().getTime() - 24 * hour).toISOString()],
    );
    expect(await stored()).toBe(2501);
    await keys.removeExpired();
    expect(await stored()).toBe(1);
    expect(isReplay(await post(feedback, { title: 'A' }))).toBe(true);
  });
});

describe('Concurrent requests with the same key', () => {
  it('are executed once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(feedback, { title: 'A' })));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await feedbackCount()).toBe(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    // The transactions are serialized: each waiting request gets the stored response.
    if (serverUrl === undefined) expect(refused).toEqual([]);
  });

  itOnServer('are rejected while the first one is running, and get its response afterwards', async () => {
    const keys = service.app.get(IdempotencyKeys);
    const keep = keys.keep.bind(keys);
    let reached = () => {};
    let resume = () => {};
    const inProgress = new Promise<void>((resolve) => (reached = resolve));
    const allowed = new Promise<void>((resolve) => (resume = resolve));
    jest.spyOn(keys, 'keep').mockImplementationOnce(async (...answer) => {
      reached();
      await allowed;
      await keep(...answer);
    });
    const first = post(feedback, { title: 'A' });
    await inProgress;
    const inUse = { status: 409, body: { code: 'idempotency_key_in_use' } };
    expect(await post(feedback, { title: 'A' })).toMatchObject(inUse);
    expect(await post(feedback, { title: 'B' })).toMatchObject(inUse);
    // An invalid body is reported first, and other keys are not blocked.
    expect((await post(feedback, { title: '' })).status).toBe(400);
    expect((await post(feedback, { title: 'A' }, `${key}-other`)).status).toBe(201);
    resume();
    expect((await first).status).toBe(201);
    expect(essence(await post(feedback, { title: 'A' }))).toEqual(essence(await first));
  });

  itOnServer('can be repeated when the database connection is lost', async () => {
    const keys = service.app.get(IdempotencyKeys);
    jest.spyOn(keys, 'keep').mockImplementationOnce(async () => {
      await sql.rows('select pg_terminate_backend(pg_backend_pid())');
    });
    expect((await post(feedback, { title: 'A' })).status).toBe(503);
    expect((await post(feedback, { title: 'A' })).status).toBe(201);
    expect(await feedbackCount()).toBe(1);
  });
});

it('answers that concern a user are removed, however many there are', async () => {
  const keys = service.app.get(IdempotencyKeys);
  const { userId } = await service.userClient(`erased-${count}@example.com`);
  await sql.rows(
    `insert into idempotency_keys (id, user_id, request, status, headers, body, created_at)
     select sha256(n::text::bytea), case when n = 1 then $1::uuid else gen_random_uuid() end, '', 200, '{}',
       case when n % 1000 = 0 then '{"user_id":"' || $1 || '"}' end, now()
     from generate_series(1, 2500) n`,
    [userId],
  );
  await keys.removeOfUser(userId);
  const left = await sql.row<{ count: number; concerned: number }>(
    `select count(*)::int as count, count(*) filter (where body like '%' || $1 || '%' or user_id = $1::uuid)::int as concerned
     from idempotency_keys where request = ''`,
    [userId],
  );
  expect(left).toEqual({ count: 2497, concerned: 0 });
});
