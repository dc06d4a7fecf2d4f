import { existsSync } from 'node:fs';
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
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/docs/']);
  const page = await service.send('GET', '/docs/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';/);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(6);
  for (const file of files) {
    const { pathname } = new URL(file, `${service.url}/docs/`);
    expect([file, (await service.send('GET', pathname)).status]).toEqual([file, 200]);
  }
  const others = [
    'nothing',
    'viewer/',
    'viewer/index.html',
    'viewer/package.json',
    'viewer/swagger-ui.css/x',
  ];
  for (const file of others) {
    expect([file, (await service.send('GET', `/docs/${file}`)).status]).toEqual([file, 404]);
  }
});

describeInBrowser(name, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  async function open(width: number, height: number): Promise<void> {
    page = await browser.newPage({ viewport: { width, height } });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !url.startsWith('data:')) elsewhere.push(url);
    });
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.opblock');
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

  it('shows all operations and the guides', async () => {
    await open(1280, 900);
    await screenshot('wide');
    const { body: document } = await service.send('GET', '/openapi.json');
    const ids = Object.values<any>(document.paths).flatMap((methods) =>
      Object.values<any>(methods).map(({ operationId }) => operationId as string),
    );
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(ids.length);
    for (const id of ids) expect([id, await page.locator(`[id$="-${id}"]`).count()]).toEqual([id, 1]);

    const titles = await page.locator('.info details > summary').allInnerTexts();
    const wanted = ['Pagination', 'Retries', 'Conditional requests', 'Verifying a webhook', 'Error codes'];
    expect(titles).toEqual(expect.arrayContaining(wanted));
    for (const title of wanted) {
      const fold = page
        .locator('.info details', { has: page.locator('summary', { hasText: title }) })
        .first();
      await fold.locator('summary').click();
      expect((await fold.innerText()).length).toBeGreaterThan(300);
      if (title === 'Pagination') await screenshot('paging');
      if (title === 'Error codes') expect(await fold.innerText()).toContain('slug_taken');
      await fold.locator('summary').click();
    }
  });

  it.each([
    ['wide', 1280, 900],
    ['phone', 390, 844],
  ])('accepts a token, sends a request and shows the response: %s', async (size, width, height) => {
    await open(width, height);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(service.admin.token);
    await screenshot(`${size}-authorize`);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.btn-done').click();

    const operation = page.locator('[id$="-createProject"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('textarea').fill(JSON.stringify({ name: 'From the page', slug: `page-${size}` }));
    await operation.locator('button.execute').scrollIntoViewIfNeeded();
    await screenshot(`${size}-operation`);
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    await answer.scrollIntoViewIfNeeded();
    await screenshot(`${size}-answer`);
    expect(await answer.innerText()).toContain('201');
    expect(await answer.innerText()).toContain(`page-${size}`);
    expect((await service.admin.get(`/projects/page-${size}`)).status).toBe(200);

    // Nothing is wider than the screen, so that no horizontal scrolling is needed.
    const [needed, there] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(needed).toBe(there);
    await page.evaluate('window.scrollTo(0, 0)');
    await screenshot(`${size}-top`);
    await page.close();
  });

  it('complies with its own Content-Security-Policy, and loads nothing from other hosts', () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
