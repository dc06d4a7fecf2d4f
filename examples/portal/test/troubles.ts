import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPortal } from '../src/app.js';
import { ada, eve, project, rita, world } from './world.js';

// Tokens that expire, a service that hangs, links that lead nowhere, and the settings of the look.

test('people stay signed in when their access token expires, though the refresh token can be used once', async () => {
  const { id } = await world.admin.feedback.create(project, { title: 'Lighthouses' });
  const page = await world.visit(`/posts/${id}`, rita);
  for (let time = 0; time < 2; time += 1) {
    await setTimeout(1_500);
    // The page needs a token several times at once.
    await Promise.all(
      ['/', '/notifications', '/roadmap'].map(async (path) => {
        const text = await (await page.request.get(world.settings.url + path)).text();
        match(text, /menu__name[^>]*>\s*Rita/);
      }),
    );
  }
  await page.getByRole('button', { name: 'Vote for “Lighthouses”' }).click();
  await page.getByRole('button', { name: 'Withdraw the vote for “Lighthouses”' }).waitFor();
});

test('while the service hangs, pages end in time, and what is typed can be sent again', async () => {
  const { id } = await world.admin.feedback.create(project, { title: 'Anchors' });
  const page = await world.visit(`/posts/${id}`, ada);
  await page.getByLabel('Your comment').fill('Slow, but not lost.');
  world.isHanging = true;
  try {
    const begin = Date.now();
    const response = page.waitForResponse((each) => each.request().method() === 'POST');
    await page.getByRole('button', { name: 'Send' }).click();
    equal((await response).status(), 503);
    ok(Date.now() - begin < 20_000);
    equal(await page.getByLabel('Comment').inputValue(), 'Slow, but not lost.');
  } finally {
    world.isHanging = false;
  }
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('.comment .prose').getByText('Slow, but not lost.').waitFor();
});

test('the trial says in one sentence that a port is in use', async () => {
  const { port } = world.settings;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../try/main.js', import.meta.url))], {
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const [code] = (await once(child, 'close')) as [number];
  deepEqual([code, output.match(/\n/g)?.length], [1, 1], output);
  match(output, new RegExp(`^Port ${port} is in use`));
});

test('the address of an idea can be pasted to merge into it, and a wrong one is kept', async () => {
  const { feedback } = world.admin;
  const [one, other] = await Promise.all(
    ['Oars', 'Paddles'].map((title) => feedback.create(project, { title })),
  );
  const page = await world.visit(`/ideas/${one!.id}/merge`, eve);
  const search = page.getByPlaceholder('Search the idea that stays');
  const wrong = `${world.settings.url}/ideas/oars-00000000-0000-4000-8000-000000000000`;
  await search.fill(wrong);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('alert').waitFor();
  equal(await search.inputValue(), wrong);
  await search.fill(`${world.settings.url}/ideas/paddles-${other!.id}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('heading', { name: 'Paddles' }).waitFor();
});

test('three settings choose the colors and the logo', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const theme = { color: '#0f766e', colorDark: '#fde047', logo: 'public/icon.svg' };
  server.on('request', createPortal({ ...world.settings, url, theme }));
  try {
    const looks = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await world.browser.newContext({ colorScheme, locale: 'en' });
      const page = await context.newPage();
      await page.goto(url);
      const logo = page.getByRole('img', { name: 'Acme' });
      ok(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
      looks.push(
        await page
          .locator('.button')
          .first()
          .evaluate((button) => {
            const { backgroundColor, color } = getComputedStyle(button);
            return [backgroundColor, color];
          }),
      );
      await context.close();
    }
    deepEqual(looks, [
      ['rgb(15, 118, 110)', 'rgb(255, 255, 255)'],
      // Yellow has dark text.
      ['rgb(253, 224, 71)', 'rgb(20, 22, 27)'],
    ]);
    notEqual((await fetch(`${url}/logo`)).status, 404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the months of the changelog lead to their entries', async () => {
  const { changelogs } = world.admin;
  for (const month of ['2025-03', '2025-04'])
    await changelogs.create(project, {
      title: `News of ${month}`,
      published: true,
      publish_date: `${month}-15T12:00:00Z`,
    });
  // The portal keeps the months for a minute.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', createPortal({ ...world.settings, url }));
  try {
    const page = await world.browser.newPage({ locale: 'en' });
    await page.goto(`${url}/changelog`);
    await page.getByRole('navigation', { name: 'Months' }).getByRole('link', { name: 'March 2025' }).click();
    await page.waitForURL(/month=2025-03/);
    deepEqual(await page.locator('.entry__title').allInnerTexts(), ['News of 2025-03']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('visitors subscribe to the news by e-mail, confirm it, and get the next entry', async () => {
  const page = await world.visit('/changelog');
  await page.getByLabel('E-mail address').fill('reader@example.com');
  await page.getByRole('button', { name: 'Subscribe by e-mail' }).click();
  await page.getByText('We have sent you an e-mail.').waitFor();
  const [link = ''] = /http:\S+/.exec(await world.mails.latestWith('reader@example.com')) ?? [];
  await page.goto(link);
  await page.getByRole('button').click();
  await page.waitForLoadState();
  await world.admin.changelogs.create(project, { title: 'News for subscribers', published: true });
  match(
    await world.mails.latestWith('News for subscribers', 'reader@example.com'),
    /^To: reader@example\.com/m,
  );
});

test('without a mail server, visitors are offered the feeds, and no form that would fail', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', createPortal({ ...world.settings, url, newsByMail: false }));
  try {
    const page = await (await fetch(`${url}/changelog`)).text();
    match(page, /changelog\.atom/);
    doesNotMatch(page, /type="email"/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('titles with any characters or ids lead to their ideas', async () => {
  const other = await world.admin.feedback.create(project, { title: 'Beacons' });
  for (const title of [`${'a'.repeat(59)}\u{20bb7}`, `Crash ${other.id}`, `${other.id}`]) {
    const { id } = await world.admin.feedback.create(project, { title });
    const page = await world.visit(`/ideas/${id}`);
    equal(await page.getByRole('heading', { level: 1 }).innerText(), title);
    equal((await page.goto(`${world.settings.url}/?sort=created_at`))?.status(), 200);
    await world.admin.feedback.delete(project, id);
  }
});

test('forms that are too large, or have lists for names, are refused at once', async () => {
  const page = await world.visit('/');
  const { request } = page;
  const begin = Date.now();
  const holes = await request.post(`${world.settings.url}/ideas`, { multipart: { 'x[4294967294]': '1' } });
  const large = await request.post(`${world.settings.url}/ideas`, {
    multipart: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x${at}`, 'x'.repeat(390_000)])),
  });
  deepEqual([holes.status(), large.status()], [413, 413]);
  ok(Date.now() - begin < 10_000);
});

test('organizing changes only what was changed on the page', async () => {
  const { feedback, boards } = world.admin;
  await boards.put(project, 'quays', { name: 'Quays' });
  const { id } = await feedback.create(project, { title: 'Jetties' });
  const page = await world.visit(`/ideas/${id}`, eve);
  // A colleague moves it to a board that the page does not have.
  await boards.put(project, 'harbors', { name: 'Harbors' });
  await feedback.update(project, id, { board: 'harbors', tags: [] });
  const form = page.getByRole('form', { name: 'Organize' });
  await form.getByLabel('Pin').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const saved = await feedback.get(project, id, { include: ['board', 'pinned'] });
  deepEqual([saved.board, saved.pinned], ['harbors', true]);
  equal(await form.getByLabel('Board').inputValue(), 'harbors');
  await feedback.delete(project, id);
  for (const board of ['quays', 'harbors']) await boards.delete(project, board);
});

test('Enter in the title of a draft does not publish it', async () => {
  const page = await world.visit('/changelog/entries/new', eve);
  await page.getByLabel('Title').fill('Half an entry');
  await page.getByLabel('Title').press('Enter');
  await page.getByText('Draft', { exact: true }).waitFor();
  const { records } = await world.admin.changelogs.list(project, { state: 'draft' });
  const [draft] = records.filter(({ title }) => title === 'Half an entry');
  await world.admin.changelogs.delete(project, String(draft?.id));
});

test('after a sign-in that failed, the next one leads to the board', async () => {
  const page = await world.visit('/sign-in/callback?error=access_denied');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: ada.name }).click();
  await page.waitForURL(`${world.settings.url}/`);
});
