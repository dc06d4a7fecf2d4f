import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoredAccessTokenVerifier } from '../../src/identity/authentication/persistence/stored-access-token-verifier.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import {
  call,
  nameOf,
  type Operation,
  operation,
  operations,
  pathIn,
  prepareWorld,
  type World,
} from '../support/operations.js';
import { unique } from '../support/unique.js';
import { rawRequest } from '../support/raw-request.js';
import { stored } from '../support/stored.js';

const origin = 'https://app.example.com';
const smallBody = 2048;

let now = new Date('2026-03-01T12:00:30.500Z');
let service: TestApp;
let editor: Client & { userId: string };
let world: World;

/** Tokens that are no longer valid, or never were. */
const bad = { expired: '', revoked: '', unknown: tokenOf('7'.repeat(40)), mistyped: '', foreign: 'hello' };

beforeAll(async () => {
  service = await startApp({
    failing: true,
    clock: { now: () => now },
    environment: { CORS_ORIGINS: origin, LOG_LEVEL: 'trace', MAX_BODY_BYTES: String(smallBody) },
  });
  editor = await service.userClient('editor@example.com');
  world = await prepareWorld(service, editor.userId, 'editor');
  bad.expired = await createToken(service.admin, { expires_at: '2026-03-01T13:00:00Z' });
  now = new Date('2026-03-01T13:00:00.000Z');
  const revoked = await service.admin.post('/tokens', { name: 'Revoked', scope: 'admin' });
  await service.admin.delete(`/tokens/${revoked.body.id}`);
  bad.revoked = revoked.body.token as string;
  bad.mistyped = service.admin.token;
  const { token } = (await service.admin.post('/tokens', { name: 'Mistyped', scope: 'admin' })).body;
  bad.mistyped = (token as string).replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
});

afterAll(() => service.close());

function tokenOf(random: string): string {
  return `fcs_${random}${crc32(random).toString(16).padStart(8, '0')}`;
}

async function createToken(client: Client, order: object): Promise<string> {
  const answer = await client.post('/tokens', { name: 'A token', scope: 'admin', ...order });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.token as string;
}

/** Calls the operation with this `Authorization` header and a valid body. */
function callWith(called: Operation, authorization: string | undefined): Promise<Answer> {
  return service.send(called.method, `/v1${pathIn(world, called)}`, {
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(called.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(called.body ? { body: JSON.stringify(called.body(world)) } : {}),
  });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly challenge: string;
}

const realm = 'Bearer realm="feedback-changelog-service"';
const tokenRequired: Refusal = { status: 401, code: 'token_required', challenge: realm };
const invalidToken: Refusal = {
  status: 401,
  code: 'invalid_token',
  challenge: `${realm}, error="invalid_token"`,
};
const invalidRequest: Refusal = {
  status: 400,
  code: 'invalid_request',
  challenge: `${realm}, error="invalid_request"`,
};

function refusal({ status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>): object {
  return { status, code: body?.code, challenge: headers.get('www-authenticate') };
}

describe('every operation', () => {
  const cases: [string, () => string | undefined, Refusal][] = [
    ['no header', () => undefined, tokenRequired],
    ['an empty header', () => '', tokenRequired],
    ['another scheme', () => `Basic ${btoa(`${service.admin.token}:`)}`, tokenRequired],
    ['a token without a scheme', () => service.admin.token, tokenRequired],
    ['a scheme that starts with Bearer', () => `Bearers ${service.admin.token}`, tokenRequired],
    ['Bearer alone', () => 'Bearer', invalidRequest],
    ['two tokens', () => `Bearer ${service.admin.token} ${service.admin.token}`, invalidRequest],
    ['two credentials in one header', () => `Bearer ${service.admin.token}, Bearer x`, invalidRequest],
    ['a token with an invalid character', () => `Bearer ${service.admin.token}@`, invalidRequest],
    ['a token in quotes', () => `Bearer "${service.admin.token}"`, invalidRequest],
    ['an unknown token in the format of the service', () => `Bearer ${bad.unknown}`, invalidToken],
    ['an unknown token in another format', () => `Bearer ${bad.foreign}`, invalidToken],
    ['a mistyped token', () => `Bearer ${bad.mistyped}`, invalidToken],
    ['only the prefix of a token', () => 'Bearer fcs_', invalidToken],
    ['an expired token', () => `Bearer ${bad.expired}`, invalidToken],
    ['a revoked token', () => `Bearer ${bad.revoked}`, invalidToken],
  ];

  it.each(cases)('rejects %s', async (_, authorization, expected) => {
    const before = await stored(service);
    const answers = await Promise.all(
      operations.map(async (each) => [nameOf(each), await callWith(each, authorization())] as const),
    );
    for (const [name, answer] of answers) {
      expect({ name, ...refusal(answer) }).toEqual({ name, ...expected });
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
    expect(await stored(service)).toEqual(before);
  });

  it('rejects a repeated Authorization header, even with the same valid token', async () => {
    const header = `Authorization: Bearer ${service.admin.token}\r\n`;
    for (const each of operations) {
      const answer = await rawRequest(
        service.url,
        `${each.method} /v1${pathIn(world, each)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`,
      );
      expect(refusal({ ...answer, body: JSON.parse(answer.text) })).toEqual(invalidRequest);
    }
  });

  it('ignores a token in the query', async () => {
    for (const each of operations) {
      const answer = await service.send(
        each.method,
        `/v1${pathIn(world, each)}?access_token=${service.admin.token}`,
        each.body
          ? { body: JSON.stringify(each.body(world)), headers: { 'content-type': 'application/json' } }
          : {},
      );
      expect({ name: nameOf(each), ...refusal(answer) }).toEqual({ name: nameOf(each), ...tokenRequired });
    }
  });

  it.each([
    ['JSON', 'application/json', () => JSON.stringify({ access_token: service.admin.token })],
    ['form', 'application/x-www-form-urlencoded', () => `access_token=${service.admin.token}`],
  ])('ignores a token in a %s body', async (_, type, body) => {
    const { length } = operations.filter(({ body }) => body);
    expect(length).toBeGreaterThan(0);
    for (const each of operations.filter(({ method }) => method !== 'GET')) {
      const answer = await service.send(each.method, `/v1${pathIn(world, each)}`, {
        body: body(),
        headers: { 'content-type': type },
      });
      expect({ name: nameOf(each), ...refusal(answer) }).toEqual({ name: nameOf(each), ...tokenRequired });
    }
  });
});

it('accepts the scheme in any case, followed by any number of spaces', async () => {
  for (const scheme of ['bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
    const answer = await service.send('GET', '/v1/me', {
      headers: { authorization: `${scheme} ${service.admin.token}` },
    });
    expect(answer.status).toBe(200);
  }
});

it('rejects an additional token in the query or body as an unknown parameter or field', async () => {
  const query = await service.admin.get(`/me?access_token=${bad.unknown}`);
  expect(query.status).toBe(400);
  expect(query.body.errors).toMatchObject([{ parameter: 'access_token', code: 'unknown' }]);
  const body = await service.admin.patch(`/projects/${world.slug}`, { access_token: bad.unknown });
  expect(body.status).toBe(400);
  expect(body.body.errors).toMatchObject([{ pointer: '/access_token', code: 'unknown' }]);
});

describe('A request without a valid token is rejected before anything else is checked', () => {
  const json = { 'content-type': 'application/json' };
  const cases: [string, string, string, { body?: string; headers?: Record<string, string> }][] = [
    ['an unknown project', 'GET', '/v1/projects/no-such-project', {}],
    ['an unknown route', 'GET', '/v1/no-such-route', {}],
    ['the root of the API', 'GET', '/v1', {}],
    ['the root of the API with a slash', 'GET', '/v1/', {}],
    ['a route with an invalid escape', 'GET', '/v1/projects/%zz', {}],
    ['a path that is not valid UTF-8', 'GET', '/v1/projects/%ff/feedback', {}],
    ['a query that is not valid UTF-8', 'GET', '/v1/projects/acme/feedback?q=%ff', {}],
    ['another method', 'DELETE', '/v1/me', {}],
    ['a method of WebDAV', 'PROPFIND', '/v1/projects', {}],
    ['HEAD', 'HEAD', '/v1/me', {}],
    ['malformed JSON', 'POST', '/v1/tokens', { body: '{', headers: json }],
    ['a body that is too large', 'POST', '/v1/tokens', { body: ' '.repeat(100_000), headers: json }],
    ['another media type', 'POST', '/v1/tokens', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['another content encoding', 'POST', '/v1/tokens', { body: 'x', headers: { 'content-encoding': 'zip' } }],
    ['no body', 'POST', '/v1/tokens', {}],
    ['an unknown parameter', 'GET', '/v1/me?x=1', {}],
  ];

  it.each(cases)('%s', async (_, method, path, init) => {
    const [without, unknown] = await Promise.all([
      service.send(method, path, init),
      service.send(method, path, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${bad.unknown}` },
      }),
    ]);
    expect(without.status).toBe(401);
    expect(without.headers.get('www-authenticate')).toBe(realm);
    expect(without.headers.get('allow')).toBeNull();
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('www-authenticate')).toBe(invalidToken.challenge);
    if (method !== 'HEAD') {
      const { detail } = (await service.send('GET', '/v1/me')).body;
      expect(without.body).toEqual({
        type: '/errors/token_required',
        title: 'Unauthorized',
        status: 401,
        detail,
        code: 'token_required',
        request_id: expect.any(String),
      });
    }
  });
});

describe('The order of errors', () => {
  const large = ' '.repeat(smallBody + 1);
  const text = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };

  it('is route, scope, project, role, media type, size, contents, restricted fields, conflicts', async () => {
    const [reader, writer, viewer, contributor, owner] = await Promise.all([
      service.userClient('order-reader@example.com', { scope: 'read' }),
      service.userClient('order-writer@example.com', { scope: 'write' }),
      service.userClient('order-viewer@example.com'),
      service.userClient('order-contributor@example.com'),
      service.userClient('order-owner@example.com'),
    ]);
    const place = await prepareWorld(service, contributor.userId, 'contributor');
    const members = `/projects/${place.slug}/members`;
    await service.admin.put(`${members}/${viewer.userId}`, { role: 'viewer' });
    await service.admin.put(`${members}/${owner.userId}`, { role: 'owner' });
    const taken = unique('taken');
    await service.admin.post('/projects', { name: 'Taken', slug: taken });
    const send = async (
      client: Client | null,
      method: string,
      path: string,
      body?: string,
      headers: Record<string, string> = json,
    ) => {
      const { status, body: problem } = await service.send(method, `/v1${path}`, {
        headers: { ...headers, ...(client ? { authorization: `Bearer ${client.token}` } : {}) },
        ...(body === undefined ? {} : { body }),
      });
      return `${status} ${problem?.code}`;
    };
    const feedback = `/projects/${place.slug}/feedback/${place.feedbackId}`;

    expect(await send(null, 'POST', '/nowhere', large, text)).toBe('401 token_required');
    expect(await send(reader, 'POST', '/nowhere', large, text)).toBe('404 route_not_found');
    expect(await send(reader, 'POST', feedback, large, text)).toBe('405 method_not_allowed');
    expect(await send(reader, 'PATCH', '/projects/none/feedback/x', large, text)).toBe(
      '403 insufficient_scope',
    );
    expect(await send(writer, 'PATCH', '/projects/none/feedback/x', large, text)).toBe(
      '404 project_not_found',
    );
    expect(await send(writer, 'PATCH', feedback, large, text)).toBe('404 project_not_found');
    expect(await send(viewer, 'PATCH', feedback, large, text)).toBe('403 insufficient_role');
    expect(await send(contributor, 'PATCH', feedback, large, text)).toBe('415 unsupported_media_type');
    expect(await send(contributor, 'PATCH', feedback, `{${large}`)).toBe('413 body_too_large');
    expect(await send(contributor, 'PATCH', feedback, '{')).toBe('400 malformed_json');
    expect(await send(contributor, 'PATCH', feedback, '{"status":"planned","title":5}')).toBe(
      '400 invalid_input',
    );
    expect(await send(contributor, 'PATCH', feedback, '{"status":"planned"}')).toBe('403 insufficient_role');

    const patch = (body: object) => send(owner, 'PATCH', `/projects/${place.slug}`, JSON.stringify(body));
    expect(await patch({ slug: taken, name: '' })).toBe('400 invalid_input');
    expect(await patch({ slug: taken, name: 'Fine' })).toBe('409 slug_taken');
    const config = JSON.stringify({ integration_chat_status: true, changelog_preview_style: 5 });
    expect(await send(owner, 'PATCH', `/projects/${place.slug}/config`, config)).toBe('400 invalid_input');
  });

  it('has the validity of the body before the right to create a token', async () => {
    const reader = await service.userClient('order-caller@example.com', { scope: 'read' });
    const order = { name: '', scope: 'admin' };
    expect((await reader.post('/tokens', order)).status).toBe(400);
    expect((await reader.post('/tokens', { ...order, name: 'Fine' })).status).toBe(403);
  });
});

describe('CORS', () => {
  const preflight = (from: string, path = '/v1/projects') =>
    service.send('OPTIONS', path, {
      headers: {
        origin: from,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('accepts a preflight request without a token', async () => {
    for (const path of ['/v1/projects', '/v1/nowhere', `/v1/projects/${world.slug}/feedback`]) {
      const answer = await preflight(origin, path);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-methods')).toMatch(/\bPATCH\b/);
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('does not allow other origins', async () => {
    expect(
      (await preflight('https://evil.example.com')).headers.get('access-control-allow-origin'),
    ).toBeNull();
    const answer = await service.admin.get('/me', { origin: 'https://evil.example.com' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('exposes response headers, also those of errors', async () => {
    for (const client of [service.admin, service.client(bad.unknown)]) {
      const { headers } = await client.get('/me', { origin });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = headers.get('access-control-expose-headers')?.split(/\s*,\s*/) ?? [];
      expect(exposed).toEqual(
        expect.arrayContaining(['Link', 'ETag', 'Location', 'X-Request-Id', 'X-Total-Count', 'Retry-After']),
      );
    }
  });
});

describe('A token', () => {
  it('is rejected immediately after it is revoked', async () => {
    const { body } = await service.admin.post('/tokens', { name: 'Short', scope: 'read' });
    const client = service.client(body.token as string);
    expect((await client.get('/me')).status).toBe(200);
    expect((await service.admin.delete(`/tokens/${body.id}`)).status).toBe(204);
    expect(refusal(await client.get('/me'))).toEqual(invalidToken);
    expect((await service.admin.get(`/tokens/${body.id}`)).status).toBe(404);
    expect((await service.admin.delete(`/tokens/${body.id}`)).status).toBe(404);
  });

  it('can revoke itself with the scope `read`', async () => {
    const leaked = await service.userClient('leaked@example.com', { scope: 'read' });
    const { id } = (await leaked.get('/me')).body.token;
    expect((await leaked.delete(`/tokens/${id}`)).status).toBe(204);
    expect(refusal(await leaked.get('/me'))).toEqual(invalidToken);
  });

  it('expires at the given time', async () => {
    const { body } = await service.admin.post('/tokens', {
      name: 'Short',
      scope: 'read',
      expires_at: new Date(now.getTime() + 1000).toISOString(),
    });
    const before = now;
    const client = service.client(body.token as string);
    now = new Date(before.getTime() + 999);
    const inTime = await client.get('/me');
    now = new Date(before.getTime() + 1000);
    const late = await client.get('/me');
    now = before;
    expect(inTime.status).toBe(200);
    expect(inTime.body.token.expires_at).toBe(body.expires_at);
    expect(refusal(late)).toEqual(invalidToken);
  });

  it('is revoked when its user is removed', async () => {
    const leaving = await service.userClient('leaving@example.com');
    expect((await leaving.get('/me')).status).toBe(200);
    expect((await service.admin.delete(`/users/${leaving.userId}`)).status).toBe(204);
    expect(refusal(await leaving.get('/me'))).toEqual(invalidToken);
  });

  it('keeps working if its user cannot be removed, because a project would have no owner', async () => {
    const owner = await service.userClient('last-owner@example.com');
    await owner.post('/projects', { name: 'Owned', slug: 'owned-by-one' });
    const refused = await service.admin.delete(`/users/${owner.userId}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_owner']);
    expect((await owner.get('/me')).status).toBe(200);
  });

  it('has no access to a project after its user is removed from it', async () => {
    const member = await service.userClient('member-for-now@example.com');
    const place = await prepareWorld(service, member.userId, 'viewer');
    const path = `/projects/${place.slug}`;
    expect((await member.get(path)).status).toBe(200);
    expect((await service.admin.delete(`${path}/members/${member.userId}`)).status).toBe(204);
    expect((await member.get(path)).body.code).toBe('project_not_found');
    expect((await member.get('/projects')).body).toEqual([]);
    expect((await member.get('/me')).status).toBe(200);
  });

  it('has the current role of its user', async () => {
    const member = await service.userClient('promoted@example.com');
    const place = await prepareWorld(service, member.userId, 'viewer');
    const post = () => member.post(`/projects/${place.slug}/feedback`, { title: 'Mine' });
    expect((await post()).status).toBe(403);
    await service.admin.put(`/projects/${place.slug}/members/${member.userId}`, { role: 'contributor' });
    expect((await post()).status).toBe(201);
    await service.admin.put(`/projects/${place.slug}/members/${member.userId}`, { role: 'viewer' });
    expect((await post()).status).toBe(403);
  });

  it('shows the minute of its last use', async () => {
    const { body } = await service.admin.post('/tokens', { name: 'Used', scope: 'read' });
    const verifier = service.app.get(StoredAccessTokenVerifier);
    const lastUse = async () => {
      await verifier.writeLastUse();
      return (await service.admin.get(`/tokens/${body.id}`)).body.last_used_at as unknown;
    };
    const before = now;
    const client = service.client(body.token as string);
    expect(body.last_used_at).toBeNull();
    expect(await lastUse()).toBeNull();
    now = new Date('2026-03-02T08:15:59.999Z');
    await client.get('/me');
    expect(await lastUse()).toBe('2026-03-02T08:15:00.000Z');
    now = new Date('2026-03-02T08:16:01.000Z');
    await client.get('/nowhere');
    expect(await lastUse()).toBe('2026-03-02T08:16:00.000Z');
    now = before;
    await client.get('/me');
    expect(await lastUse()).toBe('2026-03-02T08:16:00.000Z');
  });

  it('is shown once, and stored only as a digest', async () => {
    const { body } = await service.admin.post('/tokens', { name: 'Shown once', scope: 'read' });
    const text = body.token as string;
    expect(text).toMatch(/^fcs_[0-9a-f]{48}$/);
    expect(text).toBe(tokenOf(text.slice('fcs_'.length, -8)));
    for (const path of [`/tokens/${body.id}`, '/tokens', '/me']) {
      const answer = await service.admin.get(path);
      expect(answer.text).not.toContain(text);
      expect(answer.text).not.toContain('"token":"');
    }
    const { dataSource } = service.database.database;
    const [row] = await dataSource.query(
      `select encode(digest, 'hex') as digest, (select string_agg(t::text, ' ') from access_tokens t) as rows
       from access_tokens where id = $1`,
      [body.id],
    );
    expect(row.digest).toBe(createHash('sha256').update(text).digest('hex'));
    expect(row.rows).toContain(row.digest);
    expect(row.rows).not.toContain(text.slice('fcs_'.length, -8));
  });

  it('is unique', async () => {
    const texts = await Promise.all(
      Array.from({ length: 20 }, () => createToken(service.admin, { scope: 'read' })),
    );
    expect(new Set(texts).size).toBe(20);
  });
});

describe('Tokens of other users', () => {
  it('can be neither read nor revoked', async () => {
    const other = await service.userClient('nosy@example.com');
    const path = `/tokens/${world.tokenId}`;
    expect((await other.get(path)).body.code).toBe('token_not_found');
    expect((await other.delete(path)).body.code).toBe('token_not_found');
    expect((await editor.get(path)).status).toBe(200);
    expect((await other.get('/tokens')).body).toHaveLength(1);
  });

  it('are listed with ?user_id= by instance admins only', async () => {
    const other = await service.userClient('curious@example.com');
    const list = `/tokens?user_id=${editor.userId}`;
    const refused = await other.get(list);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 403,
      code: 'instance_admin_required',
    });
    expect((await other.get(`/tokens?user_id=${'0'.repeat(8)}-0000-4000-8000-000000000000`)).status).toBe(
      403,
    );
    const own = await other.get(`/tokens?user_id=${other.userId.toUpperCase()}`);
    expect(own.body.map(({ user_id }: any) => user_id as string)).toEqual([other.userId]);
    // The time of the last use is stored after the response, so it differs between two requests.
    const tokens = async (caller: Client, path: string) =>
      (await caller.get(path)).body.map((token: any) => ({ ...token, last_used_at: null }));
    const listed = await tokens(service.admin, list);
    expect(listed).toEqual(await tokens(editor, '/tokens'));
    expect(listed.length).toBeGreaterThan(1);
    expect((await service.admin.get('/tokens?user_id=x')).status).toBe(400);
  });

  it('can be revoked by instance admins with the scope `admin`', async () => {
    const other = await service.userClient('ended@example.com');
    const { id } = (await other.get('/me')).body.token;
    const weak = service.client(await createToken(service.admin, { scope: 'write' }));
    expect((await weak.delete(`/tokens/${id}`)).body.code).toBe('token_not_found');
    expect((await other.get('/me')).status).toBe(200);
    expect((await service.admin.delete(`/tokens/${id}`)).status).toBe(204);
    expect(refusal(await other.get('/me'))).toEqual(invalidToken);
  });
});

describe('Creating a token', () => {
  const order = async (client: Client, more: object) => {
    const { status, body } = await client.post('/tokens', { name: 'Minted', scope: 'read', ...more });
    const pointers = body.errors?.map(({ pointer }: any) => pointer as string);
    return status === 201 ? '201' : `${status} ${body.code} ${pointers}`;
  };

  it("rejects a scope that exceeds the scope of the caller's token", async () => {
    const scopes = ['read', 'write', 'admin'];
    for (const [has, scope] of scopes.entries()) {
      const client = await service.userClient(`mints-${scope}@example.com`, { scope });
      for (const [asks, asked] of scopes.entries()) {
        expect(await order(client, { scope: asked })).toBe(
          asks <= has ? '201' : '403 token_too_powerful /scope',
        );
      }
    }
  });

  it("rejects an expiry date later than the one of the caller's token", async () => {
    const expires = new Date(now.getTime() + 3_600_000).toISOString();
    const client = service.client(await createToken(service.admin, { expires_at: expires }));
    const after = new Date(now.getTime() + 3_600_001).toISOString();
    expect(await order(client, {})).toBe('403 token_too_powerful /expires_at');
    expect(await order(client, { expires_at: after })).toBe('403 token_too_powerful /expires_at');
    expect(await order(client, { expires_at: '9999-12-31T23:59:59.999Z' })).toBe(
      '403 token_too_powerful /expires_at',
    );
    expect(await order(client, { expires_at: expires })).toBe('201');
    expect(await order(client, { expires_at: new Date(now.getTime() + 1).toISOString() })).toBe('201');
    expect(await order(client, { expires_at: now.toISOString() })).toBe('400 invalid_input /expires_at');
  });

  it('for another user requires an instance admin with the scope `admin`', async () => {
    const user_id = editor.userId;
    const other = await service.userClient('impersonator@example.com');
    expect(await order(other, { user_id })).toBe('403 token_too_powerful /user_id');
    expect(await order(other, { user_id: other.userId })).toBe('201');
    const weak = service.client(await createToken(service.admin, { scope: 'write' }));
    expect(await order(weak, { user_id })).toBe('403 token_too_powerful /user_id');
    expect(await order(service.admin, { user_id })).toBe('201');
    expect(await order(service.admin, { user_id: '00000000-0000-4000-8000-000000000000' })).toBe(
      '400 invalid_input /user_id',
    );
  });

  it('binds it to a project of the caller, and does not distinguish unknown from inaccessible projects', async () => {
    const stranger = await service.userClient('binds@example.com');
    expect(await order(editor, { project: world.slug })).toBe('201');
    const same = { 'x-request-id': 'same' };
    const foreign = { name: 'Bound', scope: 'read', project: world.slug };
    const [first, second] = [
      await stranger.post('/tokens', foreign, same),
      await stranger.post('/tokens', { ...foreign, project: 'no-such-project' }, same),
    ];
    expect(first.status).toBe(400);
    expect(first.body.errors).toMatchObject([{ pointer: '/project', code: 'not_found' }]);
    expect(first.text).toBe(second.text);
  });

  it('stores nothing if it is rejected', async () => {
    const client = await service.userClient('refused@example.com', { scope: 'read' });
    const before = await stored(service);
    await order(client, { scope: 'admin' });
    await order(client, { user_id: editor.userId });
    await order(client, { project: world.slug });
    expect(await stored(service)).toEqual(before);
  });
});

describe('A token that is bound to a project', () => {
  it.each(['its owner', 'an instance admin'])(
    'has access to that project, /me and itself only, if it belongs to %s',
    async (who) => {
      const owner = await service.userClient(`${unique('bound')}@example.com`);
      const home = await prepareWorld(service, owner.userId, 'owner');
      const away = await prepareWorld(service, owner.userId, 'owner');
      const caller = who === 'its owner' ? owner : service.admin;
      const token = await createToken(caller, { project: home.slug });
      for (const own of [
        `feedback/${home.targetId}/upvotes/me`,
        `feedback/${home.feedbackId}/subscribers/me`,
        'changelogs/subscribers/me',
      ])
        await service.client(caller.token).put(`/projects/${home.slug}/${own}`);
      const isOwn = ({ method, path }: Operation) =>
        method === 'GET' ? path.startsWith('/me') : path.startsWith('/me/notifications');

      for (const each of operations.filter(({ method }) => method === 'GET')) {
        const inside = each.path.startsWith('/projects/:projectSlug') || isOwn(each);
        const answer = await call(service, token, each, home);
        expect({ name: nameOf(each), status: answer.status, code: answer.body?.code }).toEqual({
          name: nameOf(each),
          status: inside ? 200 : 403,
          code: inside ? undefined : 'token_bound_to_project',
        });
      }
      const before = await stored(service);
      for (const each of operations) {
        if (isOwn(each)) continue;
        const answer = await call(service, token, each, away);
        const inProject = each.path.startsWith('/projects/:projectSlug');
        expect({ name: nameOf(each), status: answer.status, code: answer.body?.code }).toEqual({
          name: nameOf(each),
          status: inProject ? 404 : 403,
          code: inProject ? 'project_not_found' : 'token_bound_to_project',
        });
      }
      expect(await stored(service)).toEqual(before);

      const me = await service.client(token).get('/me');
      expect(me.body.token.project).toBe(home.slug);
      const patch = operation('PATCH /projects/:projectSlug');
      expect((await call(service, token, patch, home)).status).toBe(200);
    },
  );

  it.each(['its owner', 'an instance admin'])(
    'can read and revoke itself, if it belongs to %s',
    async (who) => {
      const slug = unique('home');
      await service.admin.post('/projects', { name: 'Home', slug });
      const { userId, token } = await service.userClient(`${unique('bound')}@example.com`);
      await service.admin.put(`/projects/${slug}/members/${userId}`, { role: 'viewer' });
      const owner = who === 'its owner' ? service.client(token) : service.admin;
      const [one, other] = await Promise.all(
        ['read', 'admin'].map((scope) => owner.post('/tokens', { name: 'Bound', scope, project: slug })),
      );
      const bound = service.client(one?.body.token as string);
      const record = await bound.get(`/tokens/${one?.body.id}`);
      expect([record.status, record.body.id, record.body.project]).toEqual([200, one?.body.id, slug]);
      for (const path of [`/tokens/${other?.body.id}`, '/tokens', `/tokens/${one?.body.id.slice(1)}`]) {
        const answer = path === '/tokens' ? await bound.get(path) : await bound.delete(path);
        expect([answer.status, answer.body.code]).toEqual([403, 'token_bound_to_project']);
      }
      expect((await bound.delete(`/tokens/${one?.body.id}`)).status).toBe(204);
      expect(refusal(await bound.get('/me'))).toEqual(invalidToken);
      expect((await owner.get(`/tokens/${other?.body.id}`)).status).toBe(200);
    },
  );

  it('does not find other projects under their former slugs', async () => {
    const home = unique('home');
    const former = unique('former');
    await service.admin.post('/projects', { name: 'Home', slug: home });
    await service.admin.post('/projects', { name: 'Moved', slug: former });
    await service.admin.patch(`/projects/${former}`, { slug: unique('present') });
    const bound = service.client(await createToken(service.admin, { project: home }));
    expect((await service.admin.get(`/projects/${former}`)).status).toBe(308);
    expect((await bound.get(`/projects/${former}`)).body.code).toBe('project_not_found');
  });

  it('stays valid when its project gets another slug, and is removed with the project', async () => {
    const slug = unique('follows');
    await service.admin.post('/projects', { name: 'Moves', slug });
    const bound = service.client(await createToken(service.admin, { project: slug }));
    await service.admin.patch(`/projects/${slug}`, { slug: `${slug}-new` });
    expect((await bound.get('/me')).body.token.project).toBe(`${slug}-new`);
    expect((await bound.get(`/projects/${slug}`)).status).toBe(308);
    expect((await service.admin.delete(`/projects/${slug}-new`)).status).toBe(204);
    expect(refusal(await bound.get('/me'))).toEqual(invalidToken);
  });

  it('does not gain rights from the role of its user in other projects', async () => {
    const user = await service.userClient('bound-viewer@example.com');
    const home = await prepareWorld(service, user.userId, 'viewer');
    const token = await createToken(user, { project: home.slug });
    const answer = await service.client(token).patch(`/projects/${home.slug}`, {});
    expect(answer.body.code).toBe('insufficient_role');
  });
});

describe('The log', () => {
  it('contains no tokens or secrets', async () => {
    const webhook = 'https://chat.example.com/hooks/never-in-the-log';
    const place = await prepareWorld(service, editor.userId, 'owner');
    const config = `/projects/${place.slug}/config`;
    await service.admin.patch(config, { integration_chat_webhook: webhook });
    const token = await createToken(service.admin, {});
    await service.client(token).get('/me');
    await service.send('GET', `/v1/me?access_token=${token}`);
    await service.admin.get(`/me?access_token=${token}`);
    await service.admin.post('/tokens', { name: token, scope: 'nonsense' });

    // The error of a failed statement contains the values of its parameters.
    const { dataSource } = service.database.database;
    await dataSource.query(
      `alter table project_configs add constraint refusing check (integration_chat_webhook not like '%/again') not valid`,
    );
    const failed = await service.admin.patch(config, { integration_chat_webhook: `${webhook}/again` });
    await dataSource.query('alter table project_configs drop constraint refusing');
    expect(failed.status).toBe(500);

    expect(service.logLines.some((line) => line.includes('"path":"/v1/me"'))).toBe(true);
    expect(service.logLines.some((line) => line.includes(failed.body.request_id as string))).toBe(true);
    for (const secret of [
      token,
      token.slice('fcs_'.length, -8),
      service.admin.token,
      editor.token,
      ...Object.values(bad).filter((token) => token.length > 10),
      'never-in-the-log',
      'access_token=',
    ]) {
      expect(service.logLines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });
});

describe('Two applications in one process', () => {
  it('have separate caches of tokens, also after one of them is closed', async () => {
    const [one, other] = [await startApp(), await startApp()];
    const { token, userId } = await one.userClient('ann@example.com');
    expect((await one.client(token).get('/me')).body.user.id).toBe(userId);
    expect((await other.client(token).get('/me')).status).toBe(401);
    await other.close();
    expect((await one.client(token).get('/me')).status).toBe(200);
    await one.close();
  });
});
