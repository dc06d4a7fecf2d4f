import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import {
  call,
  inDestructiveOrder,
  nameOf,
  operation,
  operations,
  pathIn,
  prepareWorld,
  tokenFor,
  type World,
} from '../support/operations.js';
import { expectNoInternalDetails, expectProblem } from '../support/problems.js';
import { rawRequest } from '../support/raw-request.js';
import { unique } from '../support/unique.js';

let service: TestApp;
let adminId: string;
let world: World;

beforeAll(async () => {
  service = await startApp({ environment: { LOG_LEVEL: 'trace', MAX_BODY_BYTES: '2048' } });
  adminId = (await service.admin.get('/me')).body.user.id as string;
  world = await prepareWorld(service, adminId);
});

afterAll(() => service.close());

const authorization = () => ({ authorization: `Bearer ${service.admin.token}` });

describe('Every kind of error', () => {
  const json = { 'content-type': 'application/json' };
  const inProject = (rest = '') => `/v1/projects/${world.slug}${rest}`;
  type Call = [method: string, path: string, init?: { body?: string; headers?: Record<string, string> }];
  const cases: [string, number, string, () => Call][] = [
    ['an unknown route', 404, 'route_not_found', () => ['GET', '/v1/nowhere']],
    ['the root of the API', 404, 'route_not_found', () => ['GET', '/v1']],
    ['an unknown route below a known one', 404, 'route_not_found', () => ['GET', '/v1/me/nowhere']],
    ['an unknown project', 404, 'project_not_found', () => ['GET', '/v1/projects/nowhere']],
    ['a slug that none can be', 404, 'project_not_found', () => ['GET', '/v1/projects/%F0%9F%9A%80']],
    ['a slug with U+0000', 404, 'project_not_found', () => ['GET', '/v1/projects/a%00b/feedback']],
    ['an unknown feedback', 404, 'feedback_not_found', () => ['GET', inProject('/feedback/x')]],
    ['a feedback id with U+0000', 404, 'feedback_not_found', () => ['GET', inProject('/feedback/%00')]],
    ['an unknown changelog', 404, 'changelog_not_found', () => ['GET', inProject('/changelogs/5')]],
    ['an unknown member', 404, 'member_not_found', () => ['GET', inProject('/members/you')]],
    ['an unknown tag', 404, 'tag_not_found', () => ['DELETE', inProject('/tags/none')]],
    ['a tag name with U+0000', 404, 'tag_not_found', () => ['DELETE', inProject('/tags/%00')]],
    ['a tag name with U+0000', 404, 'tag_not_found', () => ['GET', inProject('/tags/a%00b')]],
    ['a key with U+0000', 404, 'status_not_found', () => ['GET', inProject('/statuses/%00')]],
    ['an address with U+0000', 404, 'suppression_not_found', () => ['GET', '/v1/mail-suppressions/a%00@b']],
    [
      'an address with U+0000',
      404,
      'suppression_not_found',
      () => ['DELETE', '/v1/mail-suppressions/a%00@b'],
    ],
    ['an unknown user', 404, 'user_not_found', () => ['GET', '/v1/users/x']],
    ['an unknown token', 404, 'token_not_found', () => ['GET', '/v1/tokens/x']],
    ['broken percent-encoding in a route', 400, 'malformed_url', () => ['GET', '/v1/%zz']],
    ['invalid UTF-8 in a slug', 400, 'malformed_url', () => ['GET', '/v1/projects/%ff']],
    ['incomplete UTF-8 in an id', 400, 'malformed_url', () => ['GET', inProject('/feedback/%e0%a4')]],
    ['another method', 405, 'method_not_allowed', () => ['DELETE', '/v1/projects']],
    ['an unknown parameter', 400, 'invalid_input', () => ['GET', '/v1/me?x=%25zz']],
    ['broken percent-encoding in a query', 400, 'malformed_url', () => ['GET', '/v1/me?x=%zz']],
    ['a percent sign alone in a query', 400, 'malformed_url', () => ['GET', inProject('/feedback?q=100%')]],
    ['invalid UTF-8 in a search', 400, 'malformed_url', () => ['GET', inProject('/feedback?q=%ff')]],
    ['a surrogate in a search', 400, 'malformed_url', () => ['GET', inProject('/feedback?q=%ed%a0%80')]],
    ['overlong UTF-8 in a search', 400, 'malformed_url', () => ['GET', inProject('/feedback?q=%c0%af')]],
    ['U+0000 in a search', 400, 'invalid_input', () => ['GET', inProject('/feedback?q=%00')]],
    ['invalid UTF-8 in the query of a write', 400, 'malformed_url', () => ['POST', '/v1/projects?x=%ff']],
    ['invalid UTF-8 with another method', 400, 'malformed_url', () => ['DELETE', '/v1/projects?x=%ff']],
    ['a bad parameter', 400, 'invalid_input', () => ['GET', '/v1/projects?limit=0']],
    ['no body', 400, 'empty_body', () => ['POST', '/v1/projects']],
    ['malformed JSON', 400, 'malformed_json', () => ['POST', '/v1/projects', { body: '{', headers: json }]],
    ['a bad field', 400, 'invalid_input', () => ['POST', '/v1/projects', { body: '{}', headers: json }]],
    [
      'a body that is too large',
      413,
      'body_too_large',
      () => ['POST', '/v1/projects', { body: ' '.repeat(2049), headers: json }],
    ],
    [
      'another media type',
      415,
      'unsupported_media_type',
      () => ['POST', '/v1/projects', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    ],
    [
      'another content encoding',
      415,
      'unsupported_content_encoding',
      () => ['POST', '/v1/projects', { body: '{}', headers: { ...json, 'content-encoding': 'zip' } }],
    ],
    [
      'a slug that is taken',
      409,
      'slug_taken',
      () => [
        'POST',
        '/v1/projects',
        { body: JSON.stringify({ name: 'X', slug: world.slug }), headers: json },
      ],
    ],
    [
      'a bad Authorization header',
      400,
      'invalid_request',
      () => ['GET', '/v1/me', { headers: { authorization: 'Bearer' } }],
    ],
    [
      'an unknown token in hand',
      401,
      'invalid_token',
      () => ['GET', '/v1/me', { headers: { authorization: 'Bearer x' } }],
    ],
    ['the last instance admin', 409, 'last_instance_admin', () => ['DELETE', `/v1/users/${adminId}`]],
    ['the last owner', 409, 'last_owner', () => ['DELETE', inProject('/members/me')]],
  ];

  it.each(cases)('returns a problem: %s', async (_, status, code, order) => {
    const [method, path, init = {}] = order();
    const answer = await service.send(method, path, {
      ...init,
      headers: { ...authorization(), ...init.headers },
    });
    expectProblem(answer, status, code);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each(['/nowhere', '/api/v1/projects', '/v1x', '/v2/projects', '/%zz', '/health', '/favicon.ico'])(
    'an unknown route outside /v1, without a token: %s',
    async (path) => {
      const answer = await service.send('GET', path);
      expectProblem(answer, 404, 'route_not_found');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('An unknown parameter', () => {
  const names = [
    'x',
    'Limit',
    'page',
    'filter',
    'cursorAt',
    'toString',
    'constructor',
    '__proto__',
    'limit[]',
    '',
  ];

  it.each(operations.map(nameOf))('is rejected by %s', async (name) => {
    const called = operation(name);
    for (const parameter of names) {
      const query = `?${encodeURIComponent(parameter)}=1&${called.query ?? ''}`;
      const answer = await service.send(called.method, `/v1${pathIn(world, called)}${query}`, {
        headers: { ...authorization(), ...(called.body ? { 'content-type': 'application/json' } : {}) },
        ...(called.body ? { body: JSON.stringify(called.body(world)) } : {}),
      });
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body.errors).toMatchObject([{ parameter, code: 'unknown' }]);
    }
  });
});

describe('A method that is not allowed', () => {
  // Other methods interpret `similar` as an id.
  const paths = [...new Set(operations.map(({ path }) => path))].filter(
    (path) => !/\/feedback\/(similar|stats|bulk)$/.test(path),
  );
  const every = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

  it.each(paths)('returns 405 with the allowed methods at %s', async (path) => {
    const known = operations.filter((each) => each.path === path).map(({ method }) => method as string);
    const allowed = known.includes('GET') ? [...known, 'HEAD'] : known;
    const url = `/v1${pathIn(world, { method: 'GET', path })}`;
    for (const method of every.filter((each) => !known.includes(each))) {
      const answer = await service.send(method, url, { headers: authorization() });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
    }
    if (!known.includes('GET')) {
      expect((await service.send('HEAD', url, { headers: authorization() })).status).toBe(405);
    }
  });

  it('requires a token', async () => {
    for (const method of ['OPTIONS', 'TRACE']) {
      const status = await new Promise((resolve, reject) => {
        httpRequest(`${service.url}/v1/me`, { method }, (response) => resolve(response.statusCode))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(401);
    }
  });

  it('returns 405 outside /v1 too, where no token is needed', async () => {
    const answer = await service.send('POST', '/health/live');
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('HEAD', () => {
  const gets = operations.filter(({ method }) => method === 'GET');

  it.each(gets.map(nameOf))('returns the same as %s, without its body', async (name) => {
    const { query = '' } = operation(name);
    const path = `/v1${pathIn(world, operation(name))}?${query}`;
    // The length of a compressed response is not known in advance.
    const headers = { ...authorization(), 'accept-encoding': 'identity' };
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => service.send(method, path, { headers })),
    );
    expect(head?.status).toBe(200);
    expect(head?.text).toBe('');
    for (const header of ['content-type', 'content-length', 'cache-control', 'x-content-type-options']) {
      expect(head?.headers.get(header)).toBe(get?.headers.get(header));
    }
  });

  it('reports errors by their status', async () => {
    expect((await service.send('HEAD', '/v1/me')).status).toBe(401);
    expect((await service.send('HEAD', '/v1/projects/none', { headers: authorization() })).status).toBe(404);
    expect((await service.send('HEAD', '/nowhere')).status).toBe(404);
  });
});

describe('A former slug', () => {
  let former: string;
  let present: string;
  let place: World;

  beforeAll(async () => {
    place = await prepareWorld(service, adminId);
    former = place.slug;
    present = unique('present');
    await service.admin.patch(`/projects/${former}`, { slug: present });
  });

  const inProject = operations.filter(({ path }) => path.startsWith('/projects/:projectSlug'));

  it.each(inProject.map(nameOf))('redirects %s to the same path under the current slug', async (name) => {
    const called = operation(name);
    const path = pathIn(place, called);
    const query = '?limit=1&tag=%C3%A4%2F&x=%25zz';
    const answer = await service.send(called.method, `/v1${path}${query}`, {
      headers: { ...authorization(), 'content-type': 'application/json' },
      // A request that is redirected has not been executed.
      ...(called.method === 'GET' ? {} : { body: '{' }),
    });
    expectProblem(answer, 308, 'project_renamed');
    expect(answer.headers.get('location')).toBe(
      `${service.url}/v1${path.replace(`/projects/${former}`, `/projects/${present}`)}${query}`,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('redirects HEAD', async () => {
    const answer = await service.send('HEAD', `/v1/projects/${former}`, { headers: authorization() });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(`${service.url}/v1/projects/${present}`);
  });

  it('redirects to an existing resource', async () => {
    const answer = await service.admin.patch(`/projects/${former}/changelogs`, {});
    expect(answer.status).toBe(405);
    const { headers } = await service.admin.put(`/projects/${former}/changelogs/${place.changelogId}`, {});
    const followed = await fetch(headers.get('location') ?? '', {
      method: 'PUT',
      body: '{"title":"Followed"}',
      headers: { ...authorization(), 'content-type': 'application/json' },
    });
    expect(await followed.json()).toMatchObject({ title: 'Followed' });
  });

  it('redirects for every form of the request target', async () => {
    for (const target of [
      `${service.url}/v1/projects/${former}/tags?a=b`,
      `${service.url.replace('http:', 'ftp:')}/v1/projects/${former}/tags?a=b`,
      `/V1/Projects/${former}/tags?a=b`,
    ]) {
      const answer = await rawRequest(
        service.url,
        `GET ${target} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nAuthorization: Bearer ${service.admin.token}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer.status).toBe(308);
      const location = new URL(answer.headers.get('location') ?? '');
      expect(location.origin).toBe(service.url);
      expect(location.pathname.toLowerCase()).toBe(`/v1/projects/${present}/tags`);
      expect(location.search).toBe('?a=b');
    }
  });
});

describe('An invalid HTTP request', () => {
  const expectBareProblem = (
    answer: Awaited<ReturnType<typeof rawRequest>>,
    status: number,
    code: string,
  ) => {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]+$/);
    const body: unknown = JSON.parse(answer.text);
    expect(body).toEqual({
      type: `/errors/${code}`,
      title: expect.any(String),
      status,
      detail: expect.stringMatching(/\.$/),
      code,
      request_id: answer.headers.get('x-request-id'),
    });
  };

  it.each([
    ['garbage', 'hello there\r\n\r\n'],
    ['bytes', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['another protocol', 'GET /v1/me SIP/2.0\r\n\r\n'],
    ['a header that is none', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
    [
      'two lengths',
      'POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
    ],
    ['a length that is none', 'POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'a length beside chunks',
      'POST /v1/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('returns 400: %s', async (_, bytes) => {
    expectBareProblem(await rawRequest(service.url, bytes), 400, 'malformed_request');
  });

  it('returns 431 if the headers are too large', async () => {
    const answer = await rawRequest(
      service.url,
      `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(64 * 1024)}\r\n\r\n`,
    );
    expectBareProblem(answer, 431, 'headers_too_large');
  });

  it('does not affect other requests', async () => {
    expect((await service.admin.get('/me')).status).toBe(200);
  });
});

describe('X-Request-Id', () => {
  const idOf = async (sent?: string, path = '/v1/me') => {
    const answer = await service.send('GET', path, {
      headers: sent === undefined ? {} : { 'x-request-id': sent },
    });
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    return answer.headers.get('x-request-id');
  };

  it.each(['abc', 'A-1_2.z', 'x'.repeat(200), '0'])('is returned as sent: %s', async (sent) => {
    expect(await idOf(sent)).toBe(sent);
    expect(await idOf(sent, '/nowhere')).toBe(sent);
  });

  it.each(['', 'a b', 'x'.repeat(201), 'a,b', '<script>', 'a"b', 'ä', '${jndi}'])(
    'is replaced if it could do harm: %s',
    async (sent) => {
      expect(await idOf(sent)).toMatch(/^[0-9a-f]{24}$/);
    },
  );

  it('is generated if none was sent, a new one each time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => idOf()));
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('is part of every response and of the log', async () => {
    const good = await service.admin.get('/me', { 'x-request-id': 'seen-in-the-log' });
    expect(good.headers.get('x-request-id')).toBe('seen-in-the-log');
    const [line, ...more] = service.logLines.filter((entry) => entry.includes('seen-in-the-log'));
    expect(more).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'info',
      request_id: 'seen-in-the-log',
      method: 'GET',
      path: '/v1/me',
      status: 200,
      duration_ms: expect.any(Number),
    });
  });
});

describe('The headers of every response', () => {
  it('are set under /v1', async () => {
    const place = await prepareWorld(service, adminId);
    for (const each of inDestructiveOrder) {
      const answer = await call(service, tokenFor(each, place, service.admin.token), each, place);
      expect({ name: nameOf(each), status: answer.status }).toEqual({
        name: nameOf(each),
        status: each.status,
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      if (each.status === 204) expect(answer.text).toBe('');
      else
        expect(answer.headers.get('content-type')).toBe(
          each.contentType ?? 'application/json; charset=utf-8',
        );
      expectNoInternalDetails(answer);
    }
  });

  it('are set for any spelling of /v1', async () => {
    const answer = await service.send('GET', '/V1/Me', { headers: authorization() });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('are set outside /v1', async () => {
    const { status, headers } = await service.send('GET', '/health/live');
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
