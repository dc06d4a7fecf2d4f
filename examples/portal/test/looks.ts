import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { catalogues } from '../src/i18n.js';
import { bob, eve, project, world } from './world.js';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
let post: string;

before(async () => {
  const { feedback, changelogs } = world.admin;
  const created = await feedback.create(project, {
    title: 'وضع داكن',
    description:
      'A text with `code` and [a link](https://example.com).\n\n```\na long line of code that is wider than a small screen, and then some more\n```',
    status: 'in_progress',
  });
  post = created.id;
  const { id } = await feedback.comments.create(project, post, { content: 'A comment.' });
  await feedback.comments.create(project, post, { content: 'A reply.', parent_id: id });
  await feedback.comments.create(project, post, { content: 'An answer.', kind: 'response' });
  await feedback.comments.create(project, post, { content: 'Between us.', kind: 'internal' });
  await changelogs.create(project, {
    title: 'Looks',
    summary: 'Better.',
    content: '| a | b |\n|---|---|\n| 1 | 2 |',
    published: true,
  });
});

const paths = (): string[] => [
  '/',
  `/posts/${post}`,
  '/new',
  '/roadmap',
  '/changelog',
  '/changelog/looks',
  '/notifications',
  '/inbox',
  '/preferences',
  '/changelog/entries',
  '/changelog/entries/new',
  `/ideas/${post}/edit`,
  `/ideas/${post}/merge`,
  `/ideas/${post}/voters`,
  '/nothing',
];

/** Returns what axe finds against WCAG 2.2 AA and its best practices. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
  // Not as a script of the page, which its policy would refuse.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    return axe.run();
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing: ${colorScheme}`, async () => {
    const page = await world.visit('/', eve, { colorScheme });
    for (const path of paths()) {
      await page.goto(world.settings.url + path);
      deepEqual(await violationsOf(page), [], path);
    }
    await page.context().clearCookies();
    for (const path of ['/', `/posts/${post}`]) {
      await page.goto(world.settings.url + path);
      deepEqual(await violationsOf(page), [], path);
    }
  });
}

test('pages fit from 320 pixels on, in both directions of writing', async () => {
  const page = await world.visit('/', eve, { viewport: { width: 320, height: 640 } });
  for (const path of paths()) {
    await page.goto(world.settings.url + path);
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((value) => (document.documentElement.dir = value), dir);
      equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, `${path} ${dir}`);
    }
  }
});

test('long words of a language leave buttons on the screen', async () => {
  const page = await world.visit('/', eve, { viewport: { width: 320, height: 640 }, locale: 'de' });
  await page.goto(`${world.settings.url}/changelog/entries`);
  const button = await page.getByRole('link', { name: 'Neuer Eintrag' }).boundingBox();
  ok((button?.x ?? 0) + (button?.width ?? 999) <= 304, JSON.stringify(button));
});

test('right-to-left mirrors the pages', async () => {
  const page = await world.visit('/', bob);
  const isMirrored = async () => {
    const [vote, title] = await Promise.all(
      ['.card .vote', '.card h2'].map((each) => page.locator(each).first().boundingBox()),
    );
    return (vote?.x ?? 0) > (title?.x ?? 0);
  };
  equal(await isMirrored(), false);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  equal(await isMirrored(), true);
});

test('pages are in the language of the browser, or in the chosen one', async () => {
  const page = await world.visit('/', undefined, { locale: 'de-AT' });
  equal(await page.getAttribute('html', 'lang'), 'de');
  ok(await page.getByRole('link', { name: 'Anmelden', exact: true }).isVisible());
  await page.getByRole('link', { name: 'English' }).click();
  ok(await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible());
  equal(page.url(), `${world.settings.url}/`);
});

test('the catalogues translate with the same values', () => {
  const valuesOf = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();
  const { en, ...others } = catalogues;
  for (const [language, catalogue] of Object.entries(others)) {
    for (const [key, message] of Object.entries(en ?? {})) {
      deepEqual(valuesOf(catalogue[key as keyof typeof catalogue]), valuesOf(message), `${language} ${key}`);
    }
  }
});

test('the keyboard reaches the content, votes and forms', async () => {
  const page = await world.visit('/', bob);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  equal(await page.evaluate(() => document.activeElement?.id), 'content');
  await page.keyboard.press('Tab');
  equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Suggest something');
  await page.locator('[data-vote] button').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-vote] button[aria-pressed=true]').first().waitFor();
});
