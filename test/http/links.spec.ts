import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

/** One request with these headers, `Host` among them. */
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

it.each([
  [{}, { host: 'other.example:8080' }, 'http://other.example:8080'],
  [{}, forwarded, 'http://inside:3000'],
  [{ TRUST_PROXY: 'true' }, { host: 'other.example' }, 'http://other.example'],
  [{ TRUST_PROXY: 'true' }, forwarded, 'https://feedback.example:8443'],
  [{ TRUST_PROXY: 'loopback' }, forwarded, 'https://feedback.example:8443'],
  [{ TRUST_PROXY: '1' }, forwarded, 'https://feedback.example:8443'],
  [{ TRUST_PROXY: '192.0.2.1' }, forwarded, 'http://inside:3000'],
  [{ PUBLIC_BASE_URL: 'https://public.example/base/' }, forwarded, 'https://public.example/base'],
  [{ PUBLIC_BASE_URL: 'https://public.example', TRUST_PROXY: 'true' }, forwarded, 'https://public.example'],
])('is absolute: with %j and %j it begins with %s', async (environment, headers, base) => {
  const service = await startApp({ environment });
  try {
    const project = await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
    if (base.includes('public')) expect(project.headers.get('location')).toBe(`${base}/v1/projects/acme`);
    for (const tag of ['one', 'two'])
      await service.admin.put(`/projects/acme/tags/${tag}`, { color: '#000' });
    expect(await linkWith(service, headers)).toBe(`${base}/v1/projects/acme/tags`);
  } finally {
    await service.close();
  }
});
