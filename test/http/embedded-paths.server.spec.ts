import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VersioningType } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { FeedbackServiceOptions } from '../../src/settings/options.js';
import { type HostApp, startHost } from '../support/host.js';

const prefix = (app: NestExpressApplication) => void app.setGlobalPrefix('api');
const parameterPrefix = (app: NestExpressApplication) => void app.setGlobalPrefix('tenants/:tenant');
const uriVersions = (app: NestExpressApplication) =>
  void app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI, defaultVersion: '7' });
const headerVersions = (app: NestExpressApplication) =>
  void app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version', defaultVersion: '7' });

interface Mount {
  readonly service?: Partial<FeedbackServiceOptions>;
  readonly configure?: (app: NestExpressApplication) => void;
}

describe.each<[string, Mount, string, string | undefined]>([
  ['at its default path', {}, '/feedback-service', undefined],
  ['at another path', { service: { path: '/product/feedback/' } }, '/product/feedback', undefined],
  ['at the root', { service: { path: '' } }, '', undefined],
  ['below a global prefix', { configure: prefix }, '/api/feedback-service', undefined],
  [
    'below a global prefix with a parameter',
    { configure: parameterPrefix },
    '/tenants/42/feedback-service',
    undefined,
  ],
  ['with versions in paths', { configure: uriVersions }, '/api/feedback-service', undefined],
  ['with versions in a header', { configure: headerVersions }, '/feedback-service', undefined],
  [
    'below a path of a proxy, and a global prefix',
    { service: { publicBaseUrl: 'https://example.com/sub/' }, configure: prefix },
    '/api/feedback-service',
    'https://example.com/sub',
  ],
])('the service %s', (_name, mount, root, publicBase) => {
  let host: HostApp;
  let base: string;

  beforeAll(async () => {
    host = await startHost(mount);
    base = `${publicBase ?? host.url}${root}`;
    await host.send('POST', `${root}/v1/projects`, { body: '{ "name": "Acme", "slug": "acme" }' });
  });

  afterAll(() => host?.close());

  it('has a document with its own paths and the server that they are relative to', async () => {
    const { text, status } = await host.send('GET', `${root}/openapi.json`);
    const { servers, paths } = JSON.parse(text) as { servers: unknown; paths: object };
    expect([status, servers]).toEqual([200, [{ url: publicBase === undefined ? root || '/' : base }]]);
    expect(Object.keys(paths)).toContain('/v1/projects/{projectSlug}');
    expect(Object.keys(paths)).not.toContain('/orders');
  });

  it('has an orientation for language models with links below its own path', async () => {
    const { text } = await host.send('GET', `${root}/llms.txt`);
    const links = [...text.matchAll(/^- \[.+\]\((.+?)\)/gm)].map(([, link]) => link);
    const server = publicBase === undefined ? root : base;
    expect(links).toEqual([`${server}/openapi.json`, `${server}/openapi.yaml`, `${server}/docs/`]);
  });

  it('offers tools for assistants beside its API, and no other method there', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const headers = { accept: 'application/json, text/event-stream' };
    const { status, text } = await host.send('POST', `${root}/mcp`, { body, headers });
    expect([status, text]).toEqual([200, expect.stringContaining('"name":"search_feedback"')]);
    expect((await host.send('GET', `${root}/mcp`)).status).toBe(405);
  });

  it('serves the documentation page, whose files and links are relative to its own path', async () => {
    const moved = await host.send('GET', `${root}/docs?project=acme`);
    expect([moved.status, moved.headers['location']]).toEqual([301, 'docs/?project=acme']);
    const page = await host.send('GET', `${root}/docs/`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/(?:href|src)="\//);
    for (const file of ['docs.js', 'docs.css', 'operations.css', 'icon.svg']) {
      expect((await host.send('GET', `${root}/docs/${file}`)).status).toBe(200);
    }
  });

  it('creates links, locations and redirects with the whole path', async () => {
    const tags = `${root}/v1/projects/acme/tags`;
    for (const tag of ['one', 'two'])
      await host.send('PUT', `${tags}/${tag}`, { body: '{ "color": "#000" }' });
    const page = await host.send('GET', `${tags}?limit=1`);
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(page.headers['link'] ?? '') ?? [];
    expect(next.startsWith(`${base}/v1/projects/acme/tags?limit=1&cursor=`)).toBe(true);
    const followed = await host.send('GET', next.replace(publicBase ?? host.url, ''));
    expect(JSON.parse(followed.text)).toHaveLength(1);

    const created = await host.send('POST', `${root}/v1/projects/acme/feedback`, {
      body: '{ "title": "Dark mode" }',
    });
    const { id } = JSON.parse(created.text) as { id: string };
    expect(created.headers['location']).toBe(`${base}/v1/projects/acme/feedback/${id}`);

    await host.send('PATCH', `${root}/v1/projects/acme`, { body: '{ "slug": "apex" }' });
    const moved = await host.send('GET', `${root}/v1/projects/acme/tags?limit=1`);
    expect([moved.status, moved.headers['location']]).toEqual([308, `${base}/v1/projects/apex/tags?limit=1`]);
    await host.send('PATCH', `${root}/v1/projects/apex`, { body: '{ "slug": "acme" }' });
  });

  it('reports unknown paths and methods relative to its own path', async () => {
    const unknown = await host.send('GET', `${root}/v1/nothing`);
    expect(JSON.parse(unknown.text)).toMatchObject({
      code: 'route_not_found',
      detail: 'No resource exists at /v1/nothing.',
    });
    const wrong = await host.send('POST', `${root}/v1/me`);
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'DELETE, GET, HEAD, PATCH']);
    expect((await host.send('GET', `${root}/docs/`)).status).toBe(200);
    expect((await host.send('GET', `${root.toUpperCase()}/v1/me`)).status).toBe(200);
  });

  it('reports paths with a malformed percent-encoding, which Express rejects before all routes', async () => {
    const { status, headers, text } = await host.send('GET', `${root}/v1/projects/%zz`);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(text)).toMatchObject({ code: 'route_not_found' });
    const inQuery = await host.send('GET', `${root}/v1/me?x=%zz`);
    expect(JSON.parse(inQuery.text)).toMatchObject({ code: 'invalid_input' });
  });
});
