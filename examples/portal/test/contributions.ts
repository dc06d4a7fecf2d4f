import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { ada, bob, eve, project, world } from './world.js';

let exporting: string;

// The smallest PNG: one transparent pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

before(async () => {
  const { feedback, fields, changelogs, tags } = world.admin;
  await fields.put(project, 'platform', {
    name: 'Platform',
    type: 'choice',
    options: ['iOS', 'Web'],
    required: true,
  });
  await tags.put(project, 'Release', { color: '#0d9488' });
  const created = await feedback.create(project, { title: 'Export to spreadsheets', status: 'planned' });
  exporting = created.id;
  const entry = await changelogs.create(project, {
    title: 'Spring release',
    content: '## Faster\n\n![A chart](https://elsewhere.example/chart.png)',
    tags: ['Release'],
    published: true,
  });
  await changelogs.feedback.link(project, entry.id, exporting);
  await changelogs.create(project, { title: 'A draft' });
});

test('people submit with a picture and fields, after similar feedback was suggested', async () => {
  const page = await world.visit('/new', ada);
  await page.getByLabel('Title').pressSequentially('Export to spread');
  await page.getByRole('status').getByRole('link', { name: 'Export to spreadsheets' }).waitFor();
  await page.getByLabel('Title').fill('Import of calendars');
  await page.getByLabel('Description').fill('With *all* appointments.');
  await page.getByRole('button', { name: 'Send' }).click();
  match(await page.getByRole('alert').innerText(), /Platform is required\./);
  equal(await page.getByLabel('Title').inputValue(), 'Import of calendars');

  await page.getByLabel('Platform').selectOption('Web');
  const send = (name: string, buffer: Buffer) =>
    page.getByLabel('Picture').setInputFiles({ name, mimeType: 'image/png', buffer });
  await send('page.png', Buffer.from('<html></html>'));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').waitFor();
  await send('screen.png', picture);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Import of calendars' }).waitFor();
  ok(await page.getByText('Platform').isVisible());
  const image = page.getByRole('img', { name: 'screen.png' });
  equal(
    await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    1,
  );
  const [created] = (await world.admin.feedback.list(project, { q: 'calendars', include: ['fields'] }))
    .records;
  deepEqual([created?.user.full_name, created?.fields], [ada.name, { platform: 'Web' }]);
});

test('people comment and reply, and others hear of it', async () => {
  const page = await world.visit(`/posts/${exporting}`, ada);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const other = await world.visit(`/posts/${exporting}`, bob);
  await other.getByLabel('Your comment').fill('As *CSV*, please.');
  await other.getByRole('button', { name: 'Send' }).last().click();
  await other.getByText('As CSV, please.').waitFor();

  await page.reload();
  await page.getByText('Reply', { exact: true }).click();
  await page.getByLabel('Your reply to Bob').fill('Or as JSON.');
  await page.getByRole('button', { name: 'Send' }).first().click();
  await page.locator('.replies .prose').getByText('Or as JSON.').waitFor();

  const news = page.getByRole('link', { name: 'Bob has commented: Export to spreadsheets' });
  while ((await page.goto(`${world.settings.url}/notifications`)) && !(await news.isVisible()));
  await page.getByRole('link', { name: /\d new notification/ }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.waitForLoadState();
  equal(await page.getByText('New', { exact: true }).count(), 0);
  await news.click();
  await page.getByRole('heading', { name: 'Export to spreadsheets' }).waitFor();
});

test('the roadmap has a column for each status on it', async () => {
  for (const who of [undefined, ada]) {
    const page = await world.visit('/roadmap', who);
    deepEqual(await page.locator('.columns h2 [id]').allInnerTexts(), [
      'Planned',
      'In progress',
      'Completed',
    ]);
    await page
      .getByRole('region', { name: 'Planned' })
      .getByRole('link', { name: 'Export to spreadsheets', exact: true })
      .click();
    await page.getByRole('heading', { name: 'Export to spreadsheets' }).waitFor();
  }
});

test('the changelog has entries by tags, feeds, and no pictures of other sites', async () => {
  const page = await world.visit('/changelog', bob);
  equal(await page.getByText('A draft').count(), 0);
  await page.getByRole('button', { name: 'Follow the news' }).click();
  await page.getByRole('button', { name: 'Unfollow the news' }).waitFor();
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Release' }).click();
  await page.getByRole('link', { name: 'Spring release' }).click();
  equal(
    await page.getByRole('link', { name: 'A chart' }).getAttribute('href'),
    'https://elsewhere.example/chart.png',
  );
  await page.getByRole('link', { name: 'Export to spreadsheets' }).waitFor();
  for (const [feed, root] of [
    ['atom', '<feed'],
    ['rss', '<rss'],
  ] as const) {
    const response = await page.request.get(`${world.settings.url}/feeds/changelog.${feed}`);
    match(response.headers()['content-type'] ?? '', new RegExp(feed));
    ok((await response.text()).includes(root));
  }
  equal((await page.goto(`${world.settings.url}/changelog/nothing`))?.status(), 404);
});

test('editors approve, change the status with a comment, write internally and merge', async () => {
  await world.admin.projects.updateSettings(project, { approval: 'all' });
  const customer = await world.visit(`/posts/${exporting}`, bob);
  await customer.getByLabel('Your comment').fill('When?');
  await customer.getByRole('button', { name: 'Send' }).last().click();
  await customer.getByText('It appears when the team has approved it.').waitFor();
  equal(await customer.getByText('When?').count(), 0);
  equal(await customer.getByRole('link', { name: 'Inbox' }).count(), 0);

  const page = await world.visit('/inbox', eve);
  await page.getByText('When?').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing waits.').waitFor();
  await world.admin.projects.updateSettings(project, { approval: 'off' });

  await page.goto(`${world.settings.url}/posts/${exporting}`);
  await page.getByLabel('Your comment').fill('A customer pays for it.');
  await page.getByLabel('Kind').last().selectOption('Internal, for the team only');
  await page.getByRole('button', { name: 'Send' }).last().click();
  await page.locator('.comment .prose').getByText('A customer pays for it.').waitFor();
  await page.locator('.team summary').click();
  await page.getByLabel('New status').selectOption('In progress');
  await page.locator('.team').getByLabel('Response').fill('We have begun.');
  await page.locator('.team').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Done.').waitFor();
  await customer.reload();
  match(await customer.locator('article.post').innerText(), /Official response\s+We have begun\./);
  match(await customer.locator('aside').innerText(), /In progress/);
  match(await customer.locator('.timeline').innerText(), /Status changed to\s+In progress/);
  equal(await customer.getByText('We have begun.').count(), 1);
  equal(await customer.getByText('A customer pays for it.').count(), 0);

  const { id } = await world.admin.feedback.create(project, { title: 'Export for Excel' });
  await page.goto(`${world.settings.url}/posts/${id}`);
  await page.getByRole('link', { name: 'Merge into another idea' }).click();
  await page.getByRole('searchbox').fill('spreadsheets');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Export to spreadsheets' }).click();
  match(await page.locator('.facts').innerText(), /Together\s+\d+ vote/);
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.waitForURL(`**/ideas/export-to-spreadsheets-${exporting}?notice=done`);
  await customer.goto(`${world.settings.url}/ideas/${id}`);
  equal(customer.url(), `${world.settings.url}/ideas/export-to-spreadsheets-${exporting}`);
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await page.getByRole('heading', { name: 'Export for Excel' }).waitFor();
});

test('a customer cannot do what editors do', async () => {
  const page = await world.visit('/inbox', bob);
  const csrf = await page.locator('input[name=csrf]').first().inputValue();
  const send = async (path: string, form: Record<string, string>) =>
    (
      await page.request.post(world.settings.url + path, { form: { csrf, ...form }, maxRedirects: 0 })
    ).status();
  equal(await send(`/ideas/${exporting}/status`, { status: 'completed' }), 403);
  equal(await send('/inbox', { approval: 'rejected', post: exporting }), 403);
  equal(await send(`/ideas/${exporting}/merge`, { into: exporting }), 403);
  equal(await send(`/ideas/${exporting}/comments`, { content: 'Hidden', kind: 'internal' }), 403);
});

test('these pages, too, take at most two requests to the API', async () => {
  for (const who of [undefined, bob, eve]) {
    const page = await world.visit('/', who, { javaScriptEnabled: false });
    const own = who ? ['/new', '/notifications'] : [];
    for (const path of [
      '/roadmap',
      '/changelog',
      '/changelog/spring-release',
      ...own,
      ...(who === eve ? ['/inbox'] : []),
    ]) {
      world.requests.length = 0;
      equal((await page.goto(world.settings.url + path))?.status(), 200);
      ok(world.requests.length <= 2, `${path}: ${world.requests.join(' ')}`);
    }
  }
});
