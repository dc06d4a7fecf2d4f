import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from 'playwright-core';

// npm run pictures: takes the pictures of the README from a portal that runs (npm run portal at the top of the repository).

const url = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:4000';
const folder = fileURLToPath(new URL('../../images', import.meta.url));
const [desktop, phone] = [
  { width: 1_200, height: 760 },
  { width: 375, height: 760 },
];

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly dark?: boolean;
  readonly isPhone?: boolean;
  /** Name of who has signed in. */
  readonly as?: string;
  /** A link to follow on the page. */
  readonly follow?: string;
}

const [customer, editor] = ['Grace Kim', 'Mateo Álvarez'];

const pictures: readonly Picture[] = [
  { name: 'board', path: '/', as: customer },
  { name: 'post', path: '/', follow: 'Offline maps for whole regions', as: customer, dark: true },
  { name: 'roadmap', path: '/roadmap', dark: true },
  { name: 'changelog', path: '/changelog' },
  { name: 'editor', path: '/changelog/entries', follow: 'A new price for families', as: editor },
  { name: 'phone', path: '/', isPhone: true },
  { name: 'phone-dark', path: '/changelog', isPhone: true, dark: true },
];

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();
for (const { name, path, dark = false, isPhone = false, as, follow } of pictures) {
  const context = await browser.newContext({
    viewport: isPhone ? phone : desktop,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en',
    storageState: as === undefined ? undefined : sessions.get(as),
  });
  const page = await context.newPage();
  if (as !== undefined && !sessions.has(as)) {
    await page.goto(`${url}/sign-in`);
    await page.getByRole('link', { name: as }).click();
    await page.waitForURL(`${url}/**`);
    sessions.set(as, await context.storageState());
  }
  await page.goto(url + path);
  if (follow !== undefined) await page.getByRole('link', { name: follow, exact: true }).click();
  await page.waitForLoadState('networkidle');
  const tools = await context.newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(`${folder}/${name}.webp`, Buffer.from(data, 'base64'));
  await context.close();
}
await browser.close();
