import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { describeInBrowser, launchBrowser } from '../support/browser.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

it('is served at /docs, and loads everything from the service', async () => {
  const moved = await service.send('GET', '/docs');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'docs/']);
  const page = await service.send('GET', '/docs/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
  const head = page.text.slice(0, page.text.indexOf('</head>'));
  const files = [...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toEqual(['icon.svg', 'docs.css', 'operations.css', 'docs.js']);
  for (const file of files) {
    expect([file, (await service.send('GET', `/docs/${file}`)).status]).toEqual([file, 200]);
  }
  for (const path of ['/docs/nothing', '/docs/../package.json', '/docs/%2e%2e/openapi.module.js']) {
    expect((await service.send('GET', path)).status).toBe(404);
  }
});

it('contains every operation, schema and error code of the document, and no regular expression', async () => {
  const { text } = await service.send('GET', '/docs/');
  const { body: document } = await service.send('GET', '/openapi.json');
  const operations = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods));
  const ids = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ...document.components.schemas.Problem.properties.code.enum,
    ...document.components.schemas.FieldError.properties.code.enum.map((code: string) => `field-${code}`),
  ];
  expect(ids.filter((id) => !text.includes(` id="${id}"`))).toEqual([]);
  expect(text).not.toContain(String.raw`\S`);
  expect(text).not.toContain('[0-9a-f');
});

it('leads from every internal link to a part of the page', async () => {
  const { text } = await service.send('GET', '/docs/');
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(500);
  expect([...new Set(links.filter((id) => !ids.has(id)))]).toEqual([]);
});

it('is at most 75 kB when compressed, and cached', async () => {
  // `fetch` would add `Cache-Control: no-cache` to a conditional request.
  const load = async (headers: Record<string, string>) => {
    const request = get(`${service.url}/docs/`, { headers: { 'accept-encoding': 'br', ...headers } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { response, size: Buffer.concat(chunks).length };
  };
  const { response, size } = await load({});
  expect(response.headers['content-encoding']).toBe('br');
  expect(size).toBeLessThanOrEqual(75_000);
  const known = await load({ 'if-none-match': response.headers.etag ?? '' });
  expect([known.response.statusCode, known.size]).toEqual([304, 0]);
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

describeInBrowser('The page', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  async function open(
    width: number,
    height: number,
    colorScheme: 'light' | 'dark',
    place = '',
  ): Promise<void> {
    page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on('console', (message) => {
      const text = message.text();
      // Failed requests that a test sends.
      const isStatus = text.startsWith('Failed to load resource: the server responded with a status of 4');
      if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(text);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url)) elsewhere.push(url);
    });
    await page.goto(`${service.url}/docs/${place}`);
    await page.getByRole('heading', { name: 'Feedback & Changelog Service' }).waitFor();
  }

  /** Opens the page with the token of the admin. */
  async function openWithToken(place: string): Promise<Locator> {
    await open(1280, 800, 'light', place);
    const projects = page.waitForResponse(/\/v1\/projects$/);
    await page.locator('#token').fill(service.admin.token);
    await page.locator('#token').press('Tab');
    await projects;
    return page.locator(place.slice(place.indexOf('#')));
  }

  /** To save screenshots, set DOCS_SCREENSHOTS to a folder. */
  async function screenshot(title: string): Promise<void> {
    const folder = process.env['DOCS_SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${title}.png` });
  }

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
  });

  it.each([
    ['wide-light', 1280, 800, 'light'],
    ['wide-dark', 1280, 800, 'dark'],
    ['phone-light', 390, 844, 'light'],
    ['phone-dark', 390, 844, 'dark'],
  ] as const)('fits the screen and follows the color scheme: %s', async (title, width, height, scheme) => {
    await open(width, height, scheme, '#listFeedback');
    await screenshot(`operation-${title}`);
    // Everything is opened, so that everything is measured.
    const overflowing = await page.evaluate<string[]>(`
      for (const details of document.querySelectorAll('details')) details.open = true;
      [...document.querySelectorAll('body *')]
        .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
        .filter((each) => !/^(INPUT|SELECT|TEXTAREA)$/.test(each.tagName))
        .map((each) => each.tagName + '.' + each.className + ' ' + each.textContent.slice(0, 50));
    `);
    expect(overflowing).toEqual([]);
    const [needed, there, background] = await page.evaluate<[number, number, string]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth, getComputedStyle(document.body).backgroundColor]',
    );
    expect(needed).toBe(there);
    expect(background === 'rgb(255, 255, 255)').toBe(scheme === 'light');
    await page.close();
    await open(width, height, scheme);
    await screenshot(title);
    await page.close();
  });

  it('lists the operations, the guides and the schemas in its contents', async () => {
    await open(1280, 800, 'light');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    for (const title of ['Introduction', 'Feedback', 'Votes', 'Webhooks', 'Error codes', 'Schemas']) {
      expect([title, await contents.getByText(title, { exact: true }).count()]).toEqual([title, 1]);
    }
    await page.close();
  });

  it.each([
    ['vote', 'List votes', 'listUpvotes'],
    ['createFeedback', 'Submit feedback', 'createFeedback'],
    ['unknown_tag', 'unknown_tag', 'field-unknown_tag'],
    ['slug_taken', 'slug_taken (409)', 'slug_taken'],
    ['rate limits', 'Rate limits', 'guide-rate-limits'],
    ['SubmitFeedbackRequest', 'SubmitFeedbackRequest', 'schema-SubmitFeedbackRequest'],
  ])('finds %s', async (words, title, id) => {
    await open(1280, 800, 'light');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    const result = page.getByRole('option').filter({ has: page.getByText(title, { exact: true }) });
    await result.first().waitFor();
    await screenshot(`search-${id}`);
    await result.first().click();
    expect(new URL(page.url()).hash).toBe(`#${id}`);
    await expectInView(`#${id}`);
    await page.close();
  });

  async function expectInView(selector: string): Promise<void> {
    const box = await page.locator(selector).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(800);
  }

  it('shows samples for curl, the client, fetch and Python, with the URL of the service', async () => {
    await open(1280, 800, 'light', '?project=trailhead#createFeedback');
    const operation = page.locator('#createFeedback');
    const language = operation.getByLabel('Language');
    const texts: Record<string, string> = {};
    for (const name of await language.getByRole('option').allTextContents()) {
      await language.selectOption(name);
      texts[name] = await operation.locator('.samples pre').innerText();
    }
    expect(Object.keys(texts)).toEqual(['curl', 'TypeScript client', 'fetch', 'Python']);
    for (const text of Object.values(texts)) {
      expect(text).toContain(service.url);
      expect(text).toContain('trailhead');
      expect(text).toContain('Dark mode');
    }
    await page.close();
  });

  it('sends the prefilled request in a project of the token, and shows the response', async () => {
    await service.admin.post('/projects', { name: 'Trailhead', slug: 'trailhead' });
    const operation = await openWithToken('#createFeedback');
    expect(await page.locator('#project').inputValue()).toBe('trailhead');
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('201 Created', { exact: true }).waitFor();
    await screenshot('response');
    const { body } = await service.admin.get('/projects/trailhead/feedback');
    expect(body.map(({ title }: any) => title)).toEqual(['Dark mode']);
    await page.close();
  });

  it('sends parameters, and repeats those that are lists', async () => {
    const operation = await openWithToken('#listFeedback');
    await operation.getByRole('textbox', { name: 'status', exact: true }).fill('planned, in_review');
    const sent = page.waitForRequest(/\/feedback\?/);
    await operation.getByRole('button', { name: 'Send' }).click();
    expect(new URL((await sent).url()).search).toBe('?status=planned&status=in_review');
    await operation.getByText('200 OK', { exact: true }).waitFor();
    await page.close();
  });

  it('shows the 401 response to a request without a token', async () => {
    await open(1280, 800, 'light', '#createFeedback');
    const operation = page.locator('#createFeedback');
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('401 Unauthorized').waitFor();
    expect(await operation.locator('output pre').first().innerText()).toContain('token_required');
    await page.close();
  });

  it('complies with its own Content-Security-Policy, and loads nothing from other hosts', () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
