import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';

const executablePath = '/usr/bin/chromium';

/** The page cannot be tested without a browser. */
const [describeInBrowser, name] = existsSync(executablePath)
  ? [describe, 'the page, in Chromium']
  : [
      describe.skip,
      `the page, in Chromium (skipped: there is no ${executablePath}; apt-get install chromium)`,
    ];

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

it('is served at /docs, and loads everything from the service', async () => {
  const moved = await service.send('GET', '/docs');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'docs/']);
  const page = await service.send('GET', '/docs/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(5);
  for (const file of files) {
    const { pathname } = new URL(file, `${service.url}/docs/`);
    const { status, headers } = await service.send('GET', pathname);
    expect([file, status]).toEqual([file, 200]);
    if (file.includes('scalar')) expect(headers.get('cache-control')).toContain('immutable');
  }
  for (const path of ['/docs/nothing', '/docs/../package.json', '/docs/%2e%2e/openapi.module.js']) {
    expect((await service.send('GET', path)).status).toBe(404);
  }
});

it('is compressed and cached', async () => {
  // `fetch` would add `Cache-Control: no-cache` to a conditional request.
  const load = async (headers: Record<string, string>) => {
    const request = get(`${service.url}/docs/scalar-1.46.4/standalone.js`, {
      headers: { 'accept-encoding': 'br', ...headers },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };
  const { headers } = await load({});
  expect([headers['content-encoding'], headers['cache-control']]).toEqual([
    'br',
    'public, max-age=31536000, immutable',
  ]);
  expect((await load({ 'if-none-match': headers.etag ?? '' })).statusCode).toBe(304);
});

it('has a policy of its own: other responses allow nothing', async () => {
  const { headers } = await service.send('GET', '/health/live');
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});

it('supports GET only, like the documents', async () => {
  for (const path of ['/docs', '/docs/', '/openapi.json', '/']) {
    const { status, headers } = await service.send('POST', path);
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});

it('is linked from the root of the service', async () => {
  const response = await fetch(service.url);
  expect(await response.json()).toEqual({
    docs: `${service.url}/docs/`,
    openapi: `${service.url}/openapi.json`,
  });
});

it('is not served if DOCS is off', async () => {
  const without = await startApp({ environment: { DOCS: 'off' } });
  for (const method of ['GET', 'POST']) expect((await without.send(method, '/docs/')).status).toBe(404);
  expect(await (await fetch(without.url)).json()).toEqual({ openapi: `${without.url}/openapi.json` });
  expect((await without.send('GET', '/openapi.json')).status).toBe(200);
  expect((await without.send('GET', '/llms.txt')).text).not.toContain('/docs/');
  await without.close();
});

describeInBrowser(name, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  async function open(
    width: number,
    height: number,
    colorScheme: 'light' | 'dark',
    hash = '',
  ): Promise<void> {
    page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on('console', (message) => {
      const text = message.text();
      // The viewer has a stricter schema of its own for schemas.
      const isAboutSchemas = text.startsWith('document validation errors') || text === '[Object]';
      if (['error', 'warning'].includes(message.type()) && !isAboutSchemas) complaints.push(text);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !/^(?:data|blob):/.test(url)) elsewhere.push(url);
    });
    await page.goto(`${service.url}/docs/${hash}`);
    await page.getByRole('heading', { name: 'Feedback & Changelog Service' }).waitFor();
  }

  /** To save screenshots, set DOCS_SCREENSHOTS to a folder. */
  async function screenshot(title: string): Promise<void> {
    const folder = process.env['DOCS_SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${title}.png` });
  }

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
  });

  it.each([
    ['wide-light', 1280, 900, 'light'],
    ['wide-dark', 1280, 900, 'dark'],
    ['phone-light', 390, 844, 'light'],
    ['phone-dark', 390, 844, 'dark'],
  ] as const)('fits the screen and follows the color scheme: %s', async (title, width, height, scheme) => {
    await open(width, height, scheme);
    await screenshot(title);
    expect(await page.locator(`body.${scheme}-mode`).count()).toBe(1);
    const [needed, there] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(needed).toBe(there);
    await page.close();
  });

  it('lists the guides and the tags, and finds operations by any word', async () => {
    await open(1280, 900, 'light');
    const sidebar = page.getByRole('navigation').first();
    for (const title of ['Introduction', 'Feedback', 'Votes', 'Webhooks', 'Models']) {
      expect([title, await sidebar.getByText(title, { exact: true }).count()]).toEqual([title, 1]);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('vote');
    const results = page.getByRole('dialog').getByRole('option');
    await results.filter({ hasText: 'Remove a vote' }).waitFor();
    await screenshot('search');
    await results.filter({ hasText: 'List votes' }).click();
    await page.getByRole('heading', { name: 'List votes' }).waitFor();
    await page.close();
  });

  it('shows samples for curl, the client, fetch and Python', async () => {
    await open(1280, 900, 'light', '#tag/feedback/POST/v1/projects/{projectSlug}/feedback');
    await page.getByRole('heading', { name: 'Submit feedback' }).waitFor();
    await page.getByRole('heading', { name: 'Submit feedback' }).scrollIntoViewIfNeeded();
    await screenshot('operation');
    const operation = page
      .locator('section', { has: page.getByRole('heading', { name: 'Submit feedback' }) })
      .last();
    await operation
      .getByRole('button', { name: /TypeScript client|Shell Curl/ })
      .first()
      .click();
    const options = await page.getByRole('option').allInnerTexts();
    await screenshot('samples');
    expect(options.map((option) => option.trim())).toEqual(
      expect.arrayContaining(['TypeScript client', 'Curl', 'Fetch', 'Requests']),
    );
    await page.close();
  });

  it('sends a request with a token and shows the response', async () => {
    await open(1280, 900, 'light', '#tag/projects/POST/v1/projects');
    await page.getByPlaceholder('Token').first().fill(service.admin.token);
    const operation = page
      .locator('section', { has: page.getByRole('heading', { name: 'Create a project' }) })
      .last();
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('201').first().waitFor();
    await screenshot('response');
    expect((await service.admin.get('/projects/acme')).status).toBe(200);
    await page.close();
  });

  it('complies with its own Content-Security-Policy, and loads nothing from other hosts', () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
