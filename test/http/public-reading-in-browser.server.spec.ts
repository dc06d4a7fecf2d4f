import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';
import { unique } from '../support/operations.js';

describeInBrowser('A page of another origin', () => {
  let service: TestApp;
  let website: Server;
  let browser: Browser;
  let page: Page;
  let slug: string;
  let merged: string;

  beforeAll(async () => {
    service = await startApp();
    const { admin } = service;
    slug = unique('website');
    await admin.post('/projects', { name: 'Website', slug });
    await admin.patch(`/projects/${slug}/settings`, { public_feedback: true });
    const submit = async (title: string) =>
      (await admin.post(`/projects/${slug}/feedback`, { title })).body.id as string;
    const target = await submit('One');
    await submit('Two');
    merged = await submit('The same as one');
    await admin.post(`/projects/${slug}/feedback/${merged}/merge`, { into: target });

    website = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Website</title>');
    }).listen(0, '127.0.0.1');
    await once(website, 'listening');
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}`);
  });

  afterAll(async () => {
    await browser?.close();
    website?.close();
    await service?.close();
  });

  /** Returns what scripts of the page can read of a response, or the name of the error of `fetch`. */
  async function request(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const url = new URL(path, service.url).href;
    return page.evaluate(
      async ([target, options]) => {
        try {
          // Without the cache of the browser, the script sees the responses of the service.
          const response = await fetch(target, { ...options, cache: 'no-store' } as RequestInit);
          const text = await response.text();
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            titles: text && [JSON.parse(text)].flat().map(({ title }: { title: string }) => title),
          };
        } catch (error) {
          return { error: (error as Error).name };
        }
      },
      [url, init] as const,
    );
  }

  const pathOf = (rest: string) => `/public/v1/projects/${slug}/feedback${rest}`;

  it('reads feedback, follows `Link`, and revalidates with `If-None-Match`', async () => {
    const first = await request(pathOf('?limit=1&count=true'));
    expect(first).toMatchObject({ status: 200, titles: ['Two'] });
    expect(first.headers).toMatchObject({ 'x-total-count': '2', etag: expect.stringMatching(/^"/) });
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers?.['link'] ?? '') ?? [];
    expect(await request(next)).toMatchObject({ status: 200, titles: ['One'] });

    const tag = { 'If-None-Match': first.headers?.['etag'] ?? '' };
    expect(await request(pathOf('?limit=1&count=true'), { headers: tag })).toMatchObject({
      status: 304,
      titles: '',
    });
    await service.admin.post(`/projects/${slug}/feedback`, { title: 'Three' });
    expect(await request(pathOf('?limit=1&count=true'), { headers: tag })).toMatchObject({
      status: 200,
      titles: ['Three'],
    });
  });

  it('follows the redirect of merged feedback, and reads problems', async () => {
    expect(await request(pathOf(`/${merged}`))).toMatchObject({ status: 200, titles: ['One'] });
    expect(await request(pathOf(`/${merged}`), { headers: { 'If-None-Match': '"a"' } })).toMatchObject({
      status: 200,
      titles: ['One'],
    });
    expect(await request(pathOf('/nothing'))).toMatchObject({
      status: 404,
      titles: ['Not Found'],
      headers: { 'content-type': expect.stringContaining('application/problem+json') },
    });
  });

  it('can neither send a token nor read or write through the API unless CORS_ORIGINS has its origin', async () => {
    const authorization = { Authorization: `Bearer ${service.admin.token}` };
    const feedback = `/v1/projects/${slug}/feedback`;
    const body = JSON.stringify({ title: 'From elsewhere' });
    const refused = { error: 'TypeError' };
    expect(await request(pathOf(''), { headers: authorization })).toEqual(refused);
    expect(await request(feedback, { headers: authorization })).toEqual(refused);
    expect(await request(feedback)).toEqual(refused);
    expect(await request(feedback, { method: 'POST', body })).toEqual(refused);
    const headers = { ...authorization, 'Content-Type': 'application/json' };
    expect(await request(feedback, { method: 'POST', headers, body })).toEqual(refused);
    const { body: stored } = await service.admin.get(`/projects/${slug}/feedback`);
    expect(stored.map(({ title }: { title: string }) => title)).not.toContain('From elsewhere');
  });
});
