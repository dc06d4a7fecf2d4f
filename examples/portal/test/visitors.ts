import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ada, bob, eve, project, world } from './world.js';

// What people meet: sessions that end, services that are down, long words, small screens.

let idea: string;
const path = () => `/ideas/boats-${idea}`;

before(async () => {
  const { feedback } = world.admin;
  idea = (await feedback.create(project, { title: 'Boats', description: 'On lakes.' })).id;
});

/** Other tests add a required field. */
async function choosePlatform(page: Page): Promise<void> {
  const field = page.getByLabel('Platform');
  if ((await field.count()) > 0) await field.selectOption('Web');
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  const who = javaScriptEnabled ? ada : bob;
  test(`a visitor writes first and signs in later, ${how} JavaScript`, async () => {
    const page = await world.visit(path(), undefined, { javaScriptEnabled });
    await page.getByLabel('Your comment').fill(`On rivers, too, ${how}.`);
    await page.getByRole('button', { name: 'Send' }).click();
    match(await page.locator('.quote').innerText(), /On rivers, too/);
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: who.name }).click();
    await page.locator('.comment .prose').getByText(`On rivers, too, ${how}.`).waitFor();
  });

  test(`what is typed survives the end of the session, ${how} JavaScript`, async () => {
    const page = await world.visit('/new', who, { javaScriptEnabled });
    await page.getByLabel('Title').fill(`Canoes ${how}`);
    await choosePlatform(page);
    await page.context().clearCookies({ name: 'portal' });
    await page.getByRole('button', { name: 'Send' }).click();
    equal(await page.getByRole('heading', { name: 'Sign in to send it' }).count(), 1);
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: who.name }).click();
    await page.getByRole('heading', { name: `Canoes ${how}` }).waitFor();

    await page.goto(world.settings.url + path());
    await page.context().clearCookies({ name: 'portal' });
    await page.locator('.vote').click();
    await page.getByRole('heading', { name: 'Sign in to send it' }).waitFor();
  });
}

test('a vote without a sign-in is cast after it', async () => {
  const before = (await world.admin.feedback.get(project, idea)).upvotes;
  const page = await world.visit(path());
  await page.locator('.vote').click();
  await page.getByRole('link', { name: eve.name }).click();
  await page.getByRole('button', { name: 'Withdraw the vote for “Boats”' }).waitFor();
  equal((await world.admin.feedback.get(project, idea)).upvotes, before + 1);
});

test('forms of other sites are kept by nobody', async () => {
  const page = await world.visit('/');
  const send = (headers: Record<string, string>) =>
    page.request.post(`${world.settings.url}/ideas/${idea}/comments`, { form: { content: 'Spam' }, headers });
  const foreign = await send({ Origin: 'https://elsewhere.example' });
  equal(foreign.status(), 403);
  match(await foreign.text(), /out of date/);
  match(await (await send({ Origin: world.settings.url })).text(), /Sign in to send it/);
});

test('while the service is down, pages say so, and what is typed can be sent again', async () => {
  const page = await world.visit(path(), ada);
  await page.getByLabel('Your comment').fill('Do not lose me.');
  world.isDown = true;
  try {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We cannot reach our service right now').waitFor();
    equal(await page.getByLabel('Comment').inputValue(), 'Do not lose me.');
    equal((await page.context().request.get(world.settings.url)).status(), 503);
  } finally {
    world.isDown = false;
  }
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('.comment .prose').getByText('Do not lose me.').waitFor();
});

test('the form for an idea shows similar ones only if there are any', async () => {
  const page = await world.visit('/new');
  equal(await page.locator('.similar').isVisible(), false);
  await page.getByLabel('Title').pressSequentially('Boat');
  await page.locator('.similar').getByRole('link', { name: 'Boats' }).waitFor();
});

test('long words, tables and code are not wider than the screen', async () => {
  const long = 'x'.repeat(200);
  const table = `| ${'column | '.repeat(30)}\n|${'---|'.repeat(30)}\n| ${'value | '.repeat(30)}`;
  const created = await world.admin.feedback.create(project, {
    title: long,
    description: `https://example.com/${long}\n\n${table}\n\n\`\`\`\n${long}\n\`\`\``,
  });
  await world.admin.feedback.comments.create(project, created.id, { content: long });
  await world.admin.changelogs.create(project, { title: long, content: table, published: true });
  for (const who of [undefined, eve]) {
    for (const width of [320, 1_280]) {
      const page = await world.visit('/', who, { viewport: { width, height: 700 } });
      for (const each of ['/?sort=newest', `/ideas/${created.id}`, '/changelog', '/roadmap']) {
        await page.goto(world.settings.url + each);
        equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${each} ${width}`);
      }
      await page.context().close();
    }
  }
  await world.admin.feedback.delete(project, created.id);
});

test('on a phone, ideas are on the first screen, and votes are as wide as on a desktop', async () => {
  for (const who of [undefined, ada, eve]) {
    const page = await world.visit('/', who, { viewport: { width: 320, height: 700 } });
    const header = await page.locator('header.top').boundingBox();
    ok((header?.height ?? 999) <= 56, `header ${header?.height}`);
    const card = await page.locator('.card').first().boundingBox();
    ok((card?.y ?? 999) < 300, `first card at ${card?.y}`);
    const vote = await page.locator('.vote').first().boundingBox();
    ok((vote?.width ?? 999) < 60, `vote ${vote?.width}`);
    // The button that floats covers nothing at the end of the page.
    await page.locator('.footer').getByRole('link', { name: 'RSS' }).click();
    await page.context().close();
  }
});

test('responses of the team are shown once, and comments of the team are marked', async () => {
  const { comments } = world.admin.feedback;
  await comments.create(project, idea, { content: 'We love boats.', kind: 'response' });
  const editor = await world.visit(path(), eve);
  await editor.getByLabel('Your comment').fill('From the team.');
  await editor.getByRole('button', { name: 'Send' }).last().click();
  await editor.locator('.comment .prose').getByText('From the team.').waitFor();
  const page = await world.visit(path());
  equal(await page.getByText('We love boats.').count(), 1);
  const response = editor.locator('.response');
  await response.getByText('Edit').click();
  await response.getByRole('textbox').fill('We like boats.');
  await response.getByRole('button', { name: 'Save' }).click();
  await response.locator('.prose').getByText('We like boats.').waitFor();
  // The status stays, and there is a new response.
  await editor.getByText('Change the status').click();
  await editor.locator('.team textarea').fill('We build boats.');
  await editor.locator('.team').getByRole('button', { name: 'Save' }).click();
  await response.locator('.prose').getByText('We build boats.').waitFor();
  const comment = page.locator('.comment').filter({ hasText: 'From the team.' });
  equal(await comment.locator('.mark_team').innerText(), 'Team');
  match((await comment.locator('time').getAttribute('title')) ?? '', /\d:\d\d/);
});

test('authors edit and delete what they have written', async () => {
  const page = await world.visit('/new', bob);
  await page.getByLabel('Title').fill('Raffts');
  await choosePlatform(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Rafts');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Rafts' }).waitFor();
  match(page.url(), /\/ideas\/rafts-/);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByText('Delete this idea').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted.').waitFor();
});

test('editors organize in place, approve many at once, and see who votes', async () => {
  const { feedback } = world.admin;
  const { id } = await feedback.create(project, { title: 'Ferries' });
  const page = await world.visit(`/ideas/${id}`, eve);
  const form = page.getByRole('form', { name: 'Organize' });
  await form.getByLabel('Assignee').selectOption({ label: eve.name });
  await form.getByLabel('Expected').fill('2027-05-01');
  await form.getByLabel('Close the discussion').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const include = ['assignee', 'estimated_date', 'comments_locked'] as const;
  const saved = await feedback.get(project, id, { include });
  deepEqual(
    [saved.assignee?.full_name, saved.estimated_date, saved.comments_locked],
    [eve.name, '2027-05-01', true],
  );
  for (const { email } of [eve, ada]) await feedback.upvotes.castFor(project, idea, { user: { email } });
  await page.goto(`${world.settings.url}${path()}`);
  await page.getByRole('link', { name: /^\d+ votes?$/ }).click();
  await page.getByText(eve.email).waitFor();
  const [first, second] = await Promise.all(
    [0, 1].map((at) => page.locator('.person').nth(at).boundingBox()),
  );
  ok((second?.y ?? 999) - (first?.y ?? 0) - (first?.height ?? 0) < 2, 'rows without space between them');

  await world.admin.projects.updateSettings(project, { approval: 'all' });
  const customer = await world.visit(path(), bob);
  for (const content of ['One.', 'Two.']) {
    await customer.goto(world.settings.url + path());
    await customer.getByLabel('Your comment').fill(content);
    await customer.getByRole('button', { name: 'Send' }).last().click();
    await customer.getByText('It appears when the team has approved it.').waitFor();
  }
  await world.admin.projects.updateSettings(project, { approval: 'off' });
  await page.goto(`${world.settings.url}/inbox`);
  await page.getByRole('button', { name: 'Approve' }).click();
  equal(await page.getByText('Done.').count(), 0);
  match(await page.getByRole('link', { name: /^Inbox/ }).innerText(), /2/);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing waits.').waitFor();
  await customer.reload();
  await customer.locator('.comment .prose').getByText('Two.').waitFor();
});

test('editors write, preview, schedule and publish news with linked ideas, which visitors see', async () => {
  const page = await world.visit('/changelog/entries/new', eve);
  await page.getByLabel('Title').fill('Boats are here');
  await page.getByLabel('Text').fill('They **swim**.');
  await page.locator('.preview strong').getByText('swim').waitFor();
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await page.getByText('Draft', { exact: true }).waitFor();
  await page.getByPlaceholder('Search ideas to link').fill('boats');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Link Boats' }).click();
  await page.getByRole('button', { name: 'Remove Boats' }).waitFor();
  await page.getByLabel('Time of publication').fill('2099-01-01T08:00');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Scheduled', { exact: true }).waitFor();
  // Without a time, it is published now, not at the time of the draft or the one that it was scheduled for.
  const before = new Date().toISOString();
  await page.getByLabel('Time of publication').fill('');
  await page.getByLabel('Cover').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Picture is not one of the accepted types.').waitFor();
  await page.getByRole('heading', { name: 'Edit the entry' }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/changelog\/boats-are-here/);
  const [published] = (await world.admin.changelogs.list(project, { slug: 'boats-are-here' })).records;
  ok((published?.publish_date ?? '') >= before, published?.publish_date);
  const visitor = await world.visit('/changelog/boats-are-here');
  await visitor.getByRole('heading', { name: 'You asked for this' }).waitFor();
  await visitor.getByRole('link', { name: 'Boats' }).click();
  await visitor.getByRole('heading', { name: 'Boats' }).waitFor();
  await world.admin.changelogs.delete(project, String(published?.id));
});

test('pages can be found and shared, and are compressed', async () => {
  const page = await world.visit(`/posts/${idea}`);
  equal(page.url(), world.settings.url + path());
  const content = (selector: string, name = 'content') => page.locator(selector).getAttribute(name);
  equal(await content('link[rel=canonical]', 'href'), world.settings.url + path());
  equal(await content('meta[name=description]'), 'On lakes.');
  equal(await content('meta[property="og:title"]'), 'Boats');
  equal(await content('meta[property="og:type"]'), 'article');
  await page.goto(`${world.settings.url}/?sort=newest`);
  equal(await content('link[rel=canonical]', 'href'), `${world.settings.url}/`);
  equal(await content('meta[property="og:type"]'), 'website');
  const get = (each: string) => fetch(world.settings.url + each);
  match(await (await get('/robots.txt')).text(), /Sitemap: .*\/sitemap\.xml/);
  ok((await (await get('/sitemap.xml')).text()).includes(path()));
  equal((await get('/')).headers.get('content-encoding'), 'gzip');
});

test('people choose what they hear of, and their language', async () => {
  const page = await world.visit('/preferences', bob);
  await page.getByLabel('E-mail about what you follow').selectOption('Once a week');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Gespeichert.').waitFor();
  equal(await page.getByLabel('E-Mail zu dem').inputValue(), 'weekly');
  await page.getByRole('link', { name: 'English' }).click();
  equal(await page.getAttribute('html', 'lang'), 'en');
});
