import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { hostPort, project, world } from './world.js';

/** The page of a product with a strict policy, which allows what the README says. */
const host = createServer((request, response) => {
  const { url, linkSecret } = world.settings;
  const sign = new SignJWT({ email: 'mia@example.com', name: 'Mia' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('customer-1')
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(Buffer.from(linkSecret));
  void sign.then((token) => {
    const attribute = request.url === '/known' ? ` token="${token}"` : '';
    response
      .setHeader('Content-Type', 'text/html')
      .setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${url}; connect-src ${url}; frame-src ${url}`,
      )
      .end(`<!doctype html><html lang="en"><title>Product</title><script src="${url}/widget.js" defer></script>
        <feedback-widget${attribute}></feedback-widget>`);
  });
});

before(async () => {
  await world.admin.changelogs.create(project, { title: 'For the widget', published: true });
  await new Promise<void>((resolve) => host.listen(hostPort, '127.0.0.1', resolve));
});

after(() => host.close());

async function open(path: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (await world.browser.newContext({ locale: 'en' })).newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) errors.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`);
  return { page, errors };
}

test('the widget shows the number of unread entries, and opens the changelog in a frame', async () => {
  const { page, errors } = await open('/');
  const button = page.getByRole('button', { name: /^News/ });
  const count = page.locator('[part=count]');
  await count.waitFor();
  // At the first visit, the entries of the last 30 days.
  const published_after = new Date(Date.now() - 30 * 24 * 60 * 60 * 1_000).toISOString();
  const { records } = await world.admin.changelogs.list(project, { state: 'published', published_after });
  equal(await count.innerText(), String(records.length));
  await button.click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: 'For the widget' }).click();
  await frame.getByRole('heading', { name: 'For the widget' }).waitFor();
  equal(await frame.getByRole('banner').count(), 0);
  await page.setViewportSize({ width: 320, height: 600 });
  equal((await page.locator('dialog').boundingBox())?.width, 320);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await button.waitFor();
  equal(await count.isVisible(), false);
  deepEqual(
    errors.filter((error) => /policy|refused/i.test(error)),
    [],
  );
});

test('a token signs people in within the frame', async () => {
  const { page } = await open('/known');
  await page.getByRole('button', { name: /^News/ }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Follow the news' }).click();
  await frame.getByRole('button', { name: 'Unfollow the news' }).waitFor();
  await page.keyboard.press('Escape');
});

test('only the pages of the settings can show the portal in a frame', async () => {
  const response = await fetch(world.settings.url);
  ok(
    response.headers.get('content-security-policy')?.includes(`frame-ancestors http://127.0.0.1:${hostPort}`),
  );
});

test('the script of the widget is below 10 kB when compressed', async () => {
  const response = await fetch(`${world.settings.url}/widget.js`);
  equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
  ok(gzipSync(await response.text()).length < 10_000);
});
