import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Environment } from '../../src/server/environment.js';
import { startApp, type TestApp } from '../support/app.js';

/** Sends one request with these headers, which may include `Host`. */
async function linkWith(service: TestApp, headers: Record<string, string>): Promise<string> {
  const request = httpRequest(`${service.url}/v1/projects/acme/tags?limit=1`, {
    headers: { authorization: `Bearer ${service.admin.token}`, ...headers },
  }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return /^<(.*)\?limit=1&cursor=[\w-]+>; rel="next"$/.exec(String(response.headers['link']))?.[1] ?? '';
}

const forwarded = {
  host: 'inside:3000',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'feedback.example:8443',
  'x-forwarded-for': '192.0.2.7',
};

/** Trusts the proxies on this machine. */
let behindProxy: TestApp;
let withPublicUrl: TestApp;

beforeAll(async () => {
  behindProxy = await startApp({ environment: { TRUST_PROXY: 'loopback' } });
  withPublicUrl = await startApp({ environment: { PUBLIC_BASE_URL: 'https://public.example/base/' } });
  for (const { admin } of [behindProxy, withPublicUrl]) {
    await admin.post('/projects', { name: 'Acme', slug: 'acme' });
    for (const tag of ['one', 'two']) await admin.put(`/projects/acme/tags/${tag}`, { color: '#000' });
  }
});

afterAll(async () => {
  await behindProxy.close();
  await withPublicUrl.close();
});

it('is absolute, and starts with the URL that a trusted proxy forwards', async () => {
  expect(await linkWith(behindProxy, forwarded)).toBe('https://feedback.example:8443/v1/projects/acme/tags');
});

it.each([
  ['false', { host: 'other.example:8080' }, 'http://other.example:8080'],
  ['false', forwarded, 'http://inside:3000'],
  ['true', { host: 'other.example' }, 'http://other.example'],
  ['true', forwarded, 'https://feedback.example:8443'],
  ['1', forwarded, 'https://feedback.example:8443'],
  ['192.0.2.1', forwarded, 'http://inside:3000'],
])('is absolute: with TRUST_PROXY=%s and %j it starts with %s', async (TRUST_PROXY, headers, base) => {
  behindProxy.app.set('trust proxy', new Environment({ TRUST_PROXY }).trustProxy);
  expect(await linkWith(behindProxy, headers)).toBe(`${base}/v1/projects/acme/tags`);
});

it('is the type of a problem: absolute with PUBLIC_BASE_URL, else relative', async () => {
  const typeOf = async ({ admin }: TestApp) => (await admin.get('/projects/absent')).body.type as string;
  expect(await typeOf(withPublicUrl)).toBe('https://public.example/base/errors/project_not_found');
  expect(await typeOf(behindProxy)).toBe('/errors/project_not_found');
});

it.each(['false', 'true'])(
  'is absolute, and starts with PUBLIC_BASE_URL, also with TRUST_PROXY=%s',
  async (TRUST_PROXY) => {
    withPublicUrl.app.set('trust proxy', new Environment({ TRUST_PROXY }).trustProxy);
    const base = 'https://public.example/base/v1/projects';
    expect(await linkWith(withPublicUrl, forwarded)).toBe(`${base}/acme/tags`);
    const slug = `new-${TRUST_PROXY}`;
    const project = await withPublicUrl.admin.post('/projects', { name: 'New', slug });
    expect(project.headers.get('location')).toBe(`${base}/${slug}`);
  },
);
