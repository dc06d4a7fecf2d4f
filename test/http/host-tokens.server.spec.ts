import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import {
  type FeedbackServiceOptions,
  type HostPerson,
  HostTokenVerifier,
  IdentityProviderUnavailable,
} from '../../src/index.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';

const api = '/feedback-service/v1';

/** What makes a token unusable, by the token. */
const unusable: Readonly<Record<string, Partial<HostPerson>>> = {
  's:lone-surrogate': { subject: 'ada\ud800' },
  's:no-time': { expiresAt: new Date(8.7e12 * 1000) },
  's:year-10000': { expiresAt: new Date(253_402_300_800_000) },
};

/** Ids of sessions have characters that an `Authorization` header must not have. */
class Sessions extends HostTokenVerifier {
  override verify(token: string): Promise<HostPerson | null> {
    if (token === 's:unavailable') {
      return Promise.reject(new IdentityProviderUnavailable({ cause: new Error('no connection') }));
    }
    const other = unusable[token];
    if (other) return Promise.resolve({ issuer: 'host', subject: token, scope: 'admin', ...other });
    const [, name] = /^s:(\w+)$/.exec(token) ?? [];
    return Promise.resolve(
      name === undefined
        ? null
        : { issuer: 'host', subject: name, scope: 'admin', verifiedEmail: `${name}@example.com` },
    );
  }
}

/** Returns the cookie `session`, as `cookie-parser` does. */
function sessionOf(request: Request): string | undefined {
  const [, session] = /(?:^|; )session=([^;]*)/.exec(request.get('cookie') ?? '') ?? [];
  return session === undefined ? undefined : decodeURIComponent(session);
}

function tokenFrom(request: Request): Promise<string | undefined> {
  const session = sessionOf(request);
  if (session === 'store down') return Promise.reject(new IdentityProviderUnavailable());
  return Promise.resolve(session);
}

const ports = [{ provide: HostTokenVerifier, useClass: Sessions }];
const service: Partial<FeedbackServiceOptions> = {
  ports,
  authentication: {
    bootstrapToken: hostToken,
    tokenFrom,
    trustedOrigins: ['https://app.example.com'],
  },
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly session?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request, by default a write that changes nothing. */
async function send(host: HostApp, { method = 'PATCH', path = '/me', session, headers = {} }: Sent) {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const response = await fetch(`${host.url}${api}${path}`, {
    method,
    headers: {
      ...(session !== undefined && { cookie: `a=b; session=${encodeURIComponent(session)}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: hasBody ? '{}' : null,
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as { code?: string; user?: { email: string } };
  return { status: response.status, headers: response.headers, body };
}

describe('A host with tokens in cookies', () => {
  let host: HostApp;

  beforeAll(async () => {
    host = await startHost({ service });
  });

  afterAll(() => host?.close());

  it('authenticates by the token that tokenFrom returns', async () => {
    const me = await send(host, { method: 'GET', session: 's:ada' });
    expect([me.status, me.body]).toMatchObject([200, { user: { email: 'ada@example.com' } }]);
  });

  it('prefers the bearer token that the client sends', async () => {
    const headers = { authorization: `Bearer ${hostToken}`, 'sec-fetch-site': 'cross-site' };
    const me = await send(host, { session: 's:ada', headers });
    expect([me.status, me.body.user?.email]).toEqual([200, expect.not.stringContaining('ada')]);
  });

  it('takes the cookie of requests with another scheme, such as the password of a staging server', async () => {
    const headers = { authorization: 'Basic YTpi' };
    expect((await send(host, { session: 's:ada', headers })).status).toBe(200);
  });

  it.each<[string | undefined, number, string]>([
    [undefined, 401, 'token_required'],
    ['', 401, 'token_required'],
    ['s:', 401, 'invalid_token'],
    ...Object.keys(unusable).map((token): [string, number, string] => [token, 401, 'invalid_token']),
    ['s:unavailable', 503, 'identity_provider_unavailable'],
    ['store down', 503, 'identity_provider_unavailable'],
  ])('answers the session %p with %d %s', async (session, status, code) => {
    const answer = await send(host, { method: 'GET', ...(session !== undefined && { session }) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
  });

  describe('with a cookie', () => {
    it.each<[string, Record<string, string>]>([
      ['of no page', {}],
      ['of the same origin', { 'sec-fetch-site': 'same-origin' }],
      ['that the user started', { 'sec-fetch-site': 'none' }],
      ['of the same origin, in a browser without fetch metadata', { origin: 'the own' }],
      ['of a trusted origin', { origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }],
      ['of a trusted origin, in a browser without fetch metadata', { origin: 'https://app.example.com' }],
    ])('accepts a write %s', async (_name, headers) => {
      const own = headers['origin'] === 'the own' ? { ...headers, origin: host.url } : headers;
      expect((await send(host, { session: 's:ada', headers: own })).status).toBe(200);
    });

    const rejected: [string, Record<string, string>][] = [
      ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['of the same site', { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' }],
      ['of a form, without Origin', { 'sec-fetch-site': 'cross-site' }],
      ['of another site, in a browser without fetch metadata', { origin: 'https://evil.example' }],
      ['of the same host with another port', { origin: 'http://127.0.0.1:1' }],
      ['of a sandboxed page', { origin: 'null' }],
      ['of two origins', { origin: 'https://app.example.com, https://evil.example' }],
      ['of an empty origin', { origin: '' }],
      ['of a trusted host without TLS', { origin: 'http://app.example.com' }],
      ['of another port of a trusted host', { origin: 'https://app.example.com:8443' }],
      ['of a subdomain of a trusted host', { origin: 'https://a.app.example.com' }],
      ['with a trusted Referer', { origin: 'https://evil.example', referer: 'https://app.example.com/' }],
      ['that overrides its method', { origin: 'https://evil.example', 'x-http-method-override': 'GET' }],
      ['that claims to be of the same host', { origin: 'https://app.example.com.evil.example' }],
    ];

    it.each(rejected)('rejects a write %s', async (_name, headers) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await send(host, { method, session: 's:ada', headers });
        expect([answer.status, answer.body.code]).toEqual([403, 'untrusted_origin']);
      }
    });

    it.each(rejected)('answers a read %s', async (_name, headers) => {
      expect((await send(host, { method: 'GET', session: 's:ada', headers })).status).toBe(200);
    });

    it('rejects calls of tools of assistants too', async () => {
      const response = await fetch(`${host.url}/feedback-service/mcp`, {
        method: 'POST',
        headers: { cookie: 'session=s:ada', 'sec-fetch-site': 'cross-site' },
        body: '{}',
      });
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'untrusted_origin' }]);
    });
  });

  it('describes the rejection on a page', async () => {
    const { type } = (await send(host, { session: 's:ada', headers: { 'sec-fetch-site': 'cross-site' } }))
      .body as { type: string };
    const page = await fetch(new URL(type, host.url));
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('authentication.trustedOrigins'),
    ]);
  });

  it('allows pages of trusted origins to send cookies, and no others', async () => {
    const preflight = { 'access-control-request-method': 'PATCH' };
    const allowedFor = async (origin: string) => {
      const { headers } = await send(host, { method: 'OPTIONS', headers: { origin, ...preflight } });
      return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
    };
    expect(await allowedFor('https://app.example.com')).toEqual(['https://app.example.com', 'true']);
    expect(await allowedFor('https://evil.example')).toEqual([null, null]);
    const read = await send(host, { method: 'GET', headers: { origin: 'https://app.example.com' } });
    expect(read.headers.get('access-control-expose-headers')).toContain('ETag');
  });
});

it('compares the origin with that of publicBaseUrl, if a proxy changes the Host header', async () => {
  const host = await startHost({ service: { ...service, publicBaseUrl: 'https://example.com/app' } });
  try {
    const statusFor = async (origin: string) =>
      (await send(host, { session: 's:ada', headers: { origin } })).status;
    expect(await statusFor('https://example.com')).toBe(200);
    expect(await statusFor('http://example.com')).toBe(403);
  } finally {
    await host.close();
  }
});

it.each<[string, (request: Request) => unknown]>([
  ['returns no string', () => ({})],
  ['reads cookies that nothing has parsed', (request) => (request.cookies as { session: string }).session],
])('reports a tokenFrom that %s as an error of the host', async (_what, from) => {
  const host = await startHost({
    service: { authentication: { bootstrapToken: hostToken, tokenFrom: from as never } },
  });
  try {
    expect((await send(host, { method: 'GET' })).status).toBe(500);
  } finally {
    await host.close();
  }
});

/** Takes the token of the session, as hosts without `tokenFrom` do. */
function setAuthorization(request: Request, _response: Response, next: NextFunction): void {
  const session = sessionOf(request);
  if (session === 'none') delete request.headers.authorization;
  else if (session !== undefined) request.headers.authorization = `Bearer ${session}`;
  next();
}

@Module({})
class AuthorizationModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(setAuthorization).forRoutes('{*path}');
  }
}

describe.each<[string, Parameters<typeof startHost>[0]]>([
  ['app.use', { configure: (app) => void app.use(setAuthorization) }],
  ['consumer.apply', { imports: [AuthorizationModule] }],
])('A host that sets the Authorization header in a middleware, by %s', (_name, settings) => {
  let host: HostApp;

  beforeAll(async () => {
    host = await startHost({ ...settings, service: { ports } });
  });

  afterAll(() => host?.close());

  it('authenticates by this header', async () => {
    const me = await send(host, { method: 'GET', session: 's:ada' });
    expect([me.status, me.body]).toMatchObject([200, { user: { email: 'ada@example.com' } }]);
  });

  it('replaces and removes the header of the client', async () => {
    const headers = { authorization: `Bearer ${hostToken}` };
    const me = await send(host, { method: 'GET', session: 's:ada', headers });
    expect(me.body.user?.email).toBe('ada@example.com');
    const removed = await send(host, { method: 'GET', session: 'none', headers });
    expect([removed.status, removed.body.code]).toEqual([401, 'token_required']);
  });

  it('accepts writes from pages of the same origin only', async () => {
    const statusFor = async (site: string) =>
      (await send(host, { session: 's:ada', headers: { 'sec-fetch-site': site } })).status;
    expect([await statusFor('same-origin'), await statusFor('cross-site')]).toEqual([200, 403]);
  });
});
