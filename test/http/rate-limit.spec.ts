import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AccessTokenVerifier } from '../../src/identity/domain/access-token-verifier.js';
import { DatabaseUnavailable } from '../../src/platform/persistence/database-errors.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { FakeClock } from '../support/fakes/fake-clock.js';

const clock = new FakeClock();
let service: TestApp;
let count = 0;
/** Where requests come from, unless told: an address that sent none yet. */
let address: string;
/** Two valid tokens that were not used yet. */
let token: string;
let otherToken: string;

beforeAll(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: 'true', CORS_ORIGINS: '*' };
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

/** One GET of `/me`; without a token where it is null. */
function get(sent: string | null, headers: Record<string, string> = {}, path = '/v1/me'): Promise<Answer> {
  const authorization = sent === null ? undefined : { authorization: `Bearer ${sent}` };
  return service.send('GET', path, { headers: { 'x-forwarded-for': address, ...authorization, ...headers } });
}

/** Status, and how many requests are left for how many seconds. */
function outcome({ status, headers }: Answer): string {
  return `${status} ${headers.get('ratelimit')}`;
}

/** The answer to the last of so many requests. */
async function times(requests: number, send: () => Promise<Answer>): Promise<Answer> {
  for (let sent = 1; sent < requests; sent++) await send();
  return send();
}

/** Sees the look-ups of tokens. */
function lookUps() {
  return jest.spyOn(service.app.get(AccessTokenVerifier, { strict: false }), 'verify');
}

describe('An access token', () => {
  it('has its requests in each minute, counted down in every answer', async () => {
    const first = await get(token);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(outcome(first)).toBe('200 "default";r=2;t=60');
    clock.advance(20_001);
    // Of errors too, whatever they are.
    expect(outcome(await get(token, {}, '/v1/nowhere'))).toBe('404 "default";r=1;t=40');
    clock.advance(39_000);
    expect(outcome(await get(token, {}, '/v1/users'))).toBe('200 "default";r=0;t=1');
    clock.advance(998);
    expect(outcome(await get(token))).toBe('429 "default";r=0;t=1');
    clock.advance(1);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('is told to come back later', async () => {
    await times(3, () => get(token));
    clock.advance(10_500);
    const answer = await get(token, { origin: 'https://example.com' });
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      detail: 'Each access token may send 3 requests a minute, as may each address without a valid one.',
      code: 'rate_limited',
      request_id: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('50');
    expect(answer.headers.get('ratelimit')).toBe('"default";r=0;t=50');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/RateLimit,.*RateLimit-Policy/);
  });

  it('is refused without a look-up', async () => {
    await times(3, () => get(token));
    const verify = lookUps();
    expect((await get(token)).status).toBe(429);
    expect(verify).not.toHaveBeenCalled();
  });

  it('has a budget of its own', async () => {
    expect(outcome(await times(4, () => get(token)))).toBe('429 "default";r=0;t=60');
    expect(outcome(await get(otherToken))).toBe('200 "default";r=2;t=60');
  });

  it('is the same however the scheme is spelt', async () => {
    await get(token);
    expect(outcome(await get(null, { authorization: `bEARER   ${token}` }))).toBe('200 "default";r=1;t=60');
  });

  it('is the same from wherever it comes', async () => {
    await get(token);
    expect(outcome(await get(token, { 'x-forwarded-for': '203.0.113.1' }))).toBe('200 "default";r=1;t=60');
  });

  it('gets exactly its requests when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
  });

  it('gets its requests again after the clock was set back', async () => {
    await times(3, () => get(token));
    clock.advance(-1_800_000);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('goes off the address once it was revoked', async () => {
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
    expect((await service.client(token).delete(`/tokens/${await idOf(token)}`)).status).toBe(204);
    expect(outcome(await get(token))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get('guess'))).toBe('401 "default";r=1;t=60');
    expect(outcome(await get(token))).toBe('401 "default";r=0;t=60');
    expect((await get(token)).status).toBe(429);
  });

  it('goes off its own budget while the database is away', async () => {
    await get(token);
    lookUps().mockRejectedValueOnce(new DatabaseUnavailable(new Error('away')));
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
  it('may send as many requests without a token', async () => {
    expect(outcome(await get(null))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get(null, { authorization: 'Bearer' }))).toBe('400 "default";r=1;t=60');
    expect(outcome(await get(null, { authorization: 'Basic abc' }))).toBe('401 "default";r=0;t=60');
    const answer = await get(null);
    expect(outcome(answer)).toBe('429 "default";r=0;t=60');
    expect(answer.headers.get('retry-after')).toBe('60');
  });

  it('may guess as many tokens; more are not even looked up', async () => {
    expect(outcome(await get('guess-1'))).toBe('401 "default";r=2;t=60');
    expect(outcome(await times(2, () => get('guess-2')))).toBe('401 "default";r=0;t=60');
    const verify = lookUps();
    expect(outcome(await get('guess-3'))).toBe('429 "default";r=0;t=60');
    expect(verify).not.toHaveBeenCalled();
    clock.advance(60_000);
    expect(outcome(await get('guess-3'))).toBe('401 "default";r=2;t=60');
  });

  it('cannot have more tokens looked up by guessing many at once', async () => {
    const verify = lookUps();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => get(`guess-${n}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('that sends a flood without tokens keeps no valid token out, used before or not', async () => {
    await get(token);
    expect((await times(10, () => get(null))).status).toBe(429);
    expect(outcome(await get(token))).toBe('200 "default";r=1;t=60');
    expect(outcome(await get(otherToken))).toBe('200 "default";r=2;t=60');
  });

  it('that guesses keeps no token out that was used before, however long ago', async () => {
    await get(token);
    clock.advance(86_400_000);
    expect((await times(5, () => get('guess'))).status).toBe(429);
    expect(outcome(await get(token))).toBe('200 "default";r=2;t=60');
  });

  it('has one request taken off by a valid token that was not seen yet, and none by its others', async () => {
    await times(3, () => get(token));
    expect(outcome(await get('guess'))).toBe('401 "default";r=1;t=60');
    await get(token);
    expect(outcome(await get('guess'))).toBe('401 "default";r=0;t=60');
  });

  it.each([
    ['of its own', '198.51.100.1', '198.51.100.2', 2],
    ['for its whole IPv6 network', '2001:db8:0:1::1', '2001:DB8::1:ffff:0:0:2', 1],
    ['apart from other IPv6 networks', '2001:db8:0:2::1', '2001:db8:0:3::1', 2],
    ['as IPv4 and as mapped IPv6', '198.51.100.1', '::ffff:198.51.100.1', 1],
    ['together with all that is no address', 'unknown', '_hidden', 1],
  ])('has a budget %s', async (_what, first, second, left) => {
    expect(outcome(await get(null, { 'x-forwarded-for': first }))).toBe('401 "default";r=2;t=60');
    expect(outcome(await get(null, { 'x-forwarded-for': second }))).toBe(`401 "default";r=${left};t=60`);
  });
});

describe('No limit', () => {
  const rateLimit = ({ status, headers }: Answer) => [
    status,
    headers.get('ratelimit'),
    headers.get('ratelimit-policy'),
  ];

  it.each(['/health/live', '/health/ready'])('is there for %s', async (path) => {
    expect(rateLimit(await times(5, () => get(null, {}, path)))).toEqual([200, null, null]);
  });

  it('is there for preflights of browsers', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'GET' };
    const preflight = () => service.send('OPTIONS', '/v1/me', { headers });
    expect(rateLimit(await times(5, preflight))).toEqual([204, null, null]);
  });
});

describe('Without a trusted proxy', () => {
  it('the address is that of the connection', async () => {
    const direct = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '1' } });
    const from = (forwarded: string) =>
      direct.send('GET', '/v1/me', { headers: { 'x-forwarded-for': forwarded } });
    expect((await from('192.0.2.1')).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(429);
    await direct.close();
  });
});

describe('With RATE_LIMIT_PER_MINUTE=0', () => {
  it('nothing is limited', async () => {
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
