import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AccessTokenVerifier } from '../../src/identity/authentication/domain/access-token-verifier.js';
import { DatabaseUnavailable } from '../../src/platform/persistence/database-errors.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';

const clock = new FakeClock();
let service: TestApp;
let count = 0;
/** The default address of requests: one that has not sent any yet. */
let address: string;
/** Two valid tokens that have not been used yet. */
let token: string;
let otherToken: string;

beforeAll(async () => {
  const limits = { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: 'true' };
  const environment = { ...limits, CORS_ORIGINS: '*', LOG_LEVEL: 'info' };
  service = await startApp({ clock, environment });
});

afterAll(() => service.close());

beforeEach(async () => {
  count += 1;
  address = `192.0.2.${count}`;
  clock.advance(3_600_000);
  token = await newToken();
  otherToken = await newToken();
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function newToken(): Promise<string> {
  return (await service.admin.post('/tokens', { name: 'A token', scope: 'read' })).body.token as string;
}

/** Sends one GET of `/me`; without a token if it is null. */
function get(sent: string | null, headers: Record<string, string> = {}, path = '/v1/me'): Promise<Answer> {
  const authorization = sent === null ? undefined : { authorization: `Bearer ${sent}` };
  return service.send('GET', path, { headers: { 'x-forwarded-for': address, ...authorization, ...headers } });
}

/** Returns the status and the RateLimit header: remaining requests and seconds. */
function outcome({ status, headers }: Answer): string {
  return `${status} ${headers.get('ratelimit')}`;
}

/** Returns the answer to the last of the given number of requests. */
async function times(requests: number, send: () => Promise<Answer>): Promise<Answer> {
  for (let sent = 1; sent < requests; sent++) await send();
  return send();
}

/** Observes the database queries for tokens. */
function spyOnVerify() {
  return jest.spyOn(service.app.get(AccessTokenVerifier, { strict: false }), 'verify');
}

describe('An access token', () => {
  it('has a number of requests per minute, counted down in every response', async () => {
    const first = await get(token);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(outcome(first)).toBe('200 "default";r=2;t=60');
    clock.advance(20_001);
    // Errors count too.
    expect(outcome(await get(token, {}, '/v1/nowhere'))).toBe('404 "default";r=1;t=40');
    clock.advance(39_000);
    expect(outcome(await get(token, {}, '/v1/users'))).toBe('200 "default";r=0;t=1');
    clock.advance(998);
    expect(outcome(await get(token))).toBe('429 "default";r=0;t=1');
    clock.advance(1);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('receives 429 with Retry-After when its budget is used up', async () => {
    await times(3, () => get(token));
    clock.advance(10_500);
    const answer = await get(token, { origin: 'https://example.com' });
    expect(answer.body).toEqual({
      type: '/errors/rate_limited',
      title: 'Too Many Requests',
      status: 429,
      detail:
        'The limit is 3 requests per minute for each access token, and for each address without a valid one.',
      code: 'rate_limited',
      request_id: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('50');
    expect(answer.headers.get('ratelimit')).toBe('"default";r=0;t=50');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/RateLimit,.*RateLimit-Policy/);
  });

  it('is rejected without a database query when its budget is used up', async () => {
    await times(3, () => get(token));
    const verify = spyOnVerify();
    expect((await get(token)).status).toBe(429);
    expect(verify).not.toHaveBeenCalled();
  });

  it('has a separate budget', async () => {
    expect(outcome(await times(4, () => get(token)))).toBe('429 "default";r=0;t=60');
    expect(outcome(await get(otherToken))).toBe('200 "default";r=2;t=60');
  });

  it('has one budget for every spelling of the scheme', async () => {
    await get(token);
    expect(outcome(await get(null, { authorization: `bEARER   ${token}` }))).toBe('200 "default";r=1;t=60');
  });

  it('has one budget for all addresses', async () => {
    await get(token);
    expect(outcome(await get(token, { 'x-forwarded-for': '203.0.113.1' }))).toBe('200 "default";r=1;t=60');
  });

  it('has exactly its number of concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
  });

  it('gets a new budget if the clock is set back', async () => {
    await times(3, () => get(token));
    clock.advance(-1_800_000);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('uses the budget of the address after it is revoked', async () => {
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
    expect((await service.client(token).delete(`/tokens/${await idOf(token)}`)).status).toBe(204);
    expect(outcome(await get(token))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get('guess'))).toBe('401 "default";r=1;t=60');
    expect(outcome(await get(token))).toBe('401 "default";r=0;t=60');
    expect((await get(token)).status).toBe(429);
  });

  it('uses its own budget while the database is unavailable', async () => {
    await get(token);
    spyOnVerify().mockRejectedValueOnce(new DatabaseUnavailable(new Error('away')));
    expect(outcome(await get(token))).toBe('503 "default";r=1;t=60');
    expect(outcome(await get(token))).toBe('200 "default";r=0;t=60');
  });
});

async function idOf(text: string): Promise<string> {
  clock.advance(60_000);
  const { id } = (await get(text)).body.token as { id: string };
  clock.advance(60_000);
  return id;
}

describe('An address', () => {
  it('has the same number of requests without a token', async () => {
    expect(outcome(await get(null))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get(null, { authorization: 'Bearer' }))).toBe('400 "default";r=1;t=60');
    expect(outcome(await get(null, { authorization: 'Basic abc' }))).toBe('401 "default";r=0;t=60');
    const answer = await get(null);
    expect(outcome(answer)).toBe('429 "default";r=0;t=60');
    expect(answer.headers.get('retry-after')).toBe('60');
  });

  it.each(['/openapi.json', '/openapi.yaml', '/llms.txt', '/errors', '/docs/', '/docs/docs.css', '/nowhere'])(
    'has the same number of requests of %s',
    async (path) => {
      await times(3, () => get(null, {}, path));
      expect((await get(null, {}, path)).status).toBe(429);
      expect(outcome(await get(null))).toMatch(/^429 /);
    },
  );

  it('has one line in the log for the requests that are rejected in a minute', async () => {
    const rejected = () => service.logLines.filter((line) => line.includes('"status":429')).length;
    const before = rejected();
    await times(10, () => get(null));
    expect(rejected()).toBe(before + 1);
    clock.advance(60_000);
    await times(10, () => get(null));
    expect(rejected()).toBe(before + 2);
  });

  it('has the same number of invalid tokens; further ones are not looked up', async () => {
    expect(outcome(await get('guess-1'))).toBe('401 "default";r=2;t=60');
    expect(outcome(await times(2, () => get('guess-2')))).toBe('401 "default";r=0;t=60');
    const verify = spyOnVerify();
    expect(outcome(await get('guess-3'))).toBe('429 "default";r=0;t=60');
    expect(verify).not.toHaveBeenCalled();
    clock.advance(60_000);
    expect(outcome(await get('guess-3'))).toBe('401 "default";r=2;t=60');
  });

  it('cannot have more tokens looked up with concurrent requests', async () => {
    const verify = spyOnVerify();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => get(`guess-${n}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('that sends many requests without tokens does not block valid tokens, used before or not', async () => {
    await get(token);
    expect((await times(10, () => get(null))).status).toBe(429);
    expect(outcome(await get(token))).toBe('200 "default";r=1;t=60');
    expect(outcome(await get(otherToken))).toBe('200 "default";r=2;t=60');
  });

  it('that sends invalid tokens does not block a token that has been used before', async () => {
    await get(token);
    clock.advance(86_400_000);
    expect((await times(5, () => get('guess'))).status).toBe(429);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('is charged for the first request of a valid token, and not for later ones', async () => {
    await times(3, () => get(token));
    expect(outcome(await get('guess'))).toBe('401 "default";r=1;t=60');
    await get(token);
    expect(outcome(await get('guess'))).toBe('401 "default";r=0;t=60');
  });

  it.each([
    ['separate from other addresses', '198.51.100.1', '198.51.100.2', 2],
    ['for its whole IPv6 network', '2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2', 1],
    ['apart from other IPv6 networks', '2001:db8:0:2::1', '2001:db8:0:3::1', 2],
    ['as IPv4 and as mapped IPv6', '198.51.100.1', '::ffff:198.51.100.1', 1],
    ['whatever its port', '203.0.113.9:50123', '203.0.113.9', 1],
    ['apart from other addresses with ports', '203.0.113.10:50123', '203.0.113.11:50123', 2],
    ['whatever its port, as IPv6', '[2001:db8:0:4::1]:501', '2001:db8:0:4::2', 1],
    ['apart from other IPv6 addresses with ports', '[2001:db8:0:5::1]:501', '[2001:db8:0:6::1]:501', 2],
    ['together with everything that is not an address', 'unknown', '_hidden', 1],
  ])('has a budget %s', async (_what, first, second, left) => {
    expect(outcome(await get(null, { 'x-forwarded-for': first }))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get(null, { 'x-forwarded-for': second }))).toBe(`401 "default";r=${left};t=60`);
  });
});

describe('Unlimited requests:', () => {
  const rateLimit = ({ status, headers }: Answer) => [
    status,
    headers.get('ratelimit'),
    headers.get('ratelimit-policy'),
  ];

  it.each(['/health/live', '/health/ready'])('%s', async (path) => {
    expect(rateLimit(await times(5, () => get(null, {}, path)))).toEqual([200, null, null]);
  });

  it('CORS preflight requests', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    const preflight = () => service.send('OPTIONS', '/v1/me', { headers });
    expect(rateLimit(await times(5, preflight))).toEqual([204, null, null]);
  });
});

describe('Behind several trusted proxies', () => {
  it.each([
    ['that add ports', '198.51.100.1:50123, 10.0.0.5:443', '198.51.100.2:50123, 10.0.0.5:444'],
    ['that add brackets', '[2001:db8:0:1::1]:1, [fd00::5]:2', '[2001:db8:0:2::1]:1, [fd00::5]:3'],
  ])('%s, each address has a budget', async (_what, first, second) => {
    const behind = await startApp({
      environment: { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8, uniquelocal' },
    });
    const from = (forwarded: string) =>
      behind.send('GET', '/v1/me', { headers: { 'x-forwarded-for': forwarded } });
    expect((await from(first)).status).toBe(401);
    expect((await from(second)).status).toBe(401);
    expect((await from(first)).status).toBe(429);
    await behind.close();
  });
});

describe('Without a trusted proxy', () => {
  it('the address of the client is the address of the connection', async () => {
    const direct = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '1' } });
    const from = (forwarded: string) =>
      direct.send('GET', '/v1/me', { headers: { 'x-forwarded-for': forwarded } });
    expect((await from('192.0.2.1')).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(429);
    await direct.close();
  });
});

describe('With RATE_LIMIT_PER_MINUTE=0', () => {
  it('requests are not limited', async () => {
    const unlimited = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
    const answer = await unlimited.admin.get('/me');
    expect([answer.status, answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')]).toEqual([
      200,
      null,
      null,
    ]);
    await unlimited.close();
  });
});
