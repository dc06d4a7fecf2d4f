import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { ada, bob, project, world } from './world.js';

let darkMode: string;

before(async () => {
  const { feedback, tags, boards } = world.admin;
  await tags.put(project, 'Design', { color: '#7c3aed' });
  await boards.put(project, 'wishes', { name: 'Wishes' });
  for (let number = 1; number <= 21; number += 1) await feedback.create(project, { title: `Wish ${number}` });
  const created = await feedback.create(project, {
    title: 'Dark mode',
    description: 'My **eyes** hurt. <script>alert(1)</script>',
    tags: ['Design'],
    board: 'wishes',
    pinned: true,
  });
  darkMode = created.id;
  const { id } = await feedback.comments.create(project, darkMode, { content: 'Yes, please.' });
  await feedback.comments.create(project, darkMode, { content: 'Grey is enough.', parent_id: id });
  await feedback.comments.create(project, darkMode, { content: 'In spring.', kind: 'response' });
  await feedback.comments.create(project, darkMode, { content: 'Ask the designers.', kind: 'internal' });
});

test('the board has pinned feedback first, pages, search and filters', async () => {
  const page = await world.visit('/');
  const titles = () => page.locator('.list h2').allTextContents();
  equal((await titles())[0], 'Dark mode');
  equal((await titles()).length, 21);
  await page.getByRole('link', { name: 'Next page' }).click();
  ok((await titles()).length >= 1);
  await page.getByRole('link', { name: 'Previous page' }).click();
  equal((await titles())[0], 'Dark mode');

  await page.getByRole('searchbox').fill('drak mode');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/drak/);
  deepEqual(await titles(), ['Dark mode']);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL(`${world.settings.url}/`);
  equal(await page.getByRole('link', { name: 'Clear filters' }).count(), 0);
  await page.getByLabel('Tag').selectOption('Design');
  await page.waitForURL(/tag=Design/);
  deepEqual(await titles(), ['Dark mode']);
  await page.getByLabel('Status').selectOption('Completed');
  await page.waitForURL(/status=completed/);
  ok(await page.getByText('Nothing found.').isVisible());
  await page.goBack();
  deepEqual(await titles(), ['Dark mode']);
  equal(await page.getByLabel('Status').inputValue(), '');
  await page.getByLabel('Status').selectOption('Completed');
  await page.waitForURL(/status=completed/);
  await page.goto(`${world.settings.url}/?status=nothing`);
  ok(await page.getByRole('heading', { name: 'Not found' }).isVisible());
});

test('a post shows its response and comments, but nothing internal, and no HTML of people', async () => {
  const page = await world.visit(`/posts/${darkMode}`);
  const content = await page.locator('main').innerText();
  match(content, /My eyes hurt\. <script>alert\(1\)<\/script>/);
  match(content, /Official response\s+In spring\./);
  equal(await page.locator('.replies .prose').innerText(), 'Grey is enough.');
  equal(content.includes('Ask the designers.'), false);
  equal((await page.goto(`${world.settings.url}/posts/nothing`))?.status(), 404);
  equal((await page.goto(`${world.settings.url}/nothing`))?.status(), 404);
});

test('each page has the name and the icon of the project', async () => {
  for (const path of ['/', `/posts/${darkMode}`]) {
    const logo = (await world.visit(path)).locator('.logo');
    equal((await logo.innerText()).trim(), 'Acme');
    const icon = logo.locator('img');
    match(decodeURIComponent((await icon.getAttribute('src')) ?? ''), /^data:image\/svg\+xml,.*🚀/);
    ok(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  }
});

for (const javaScriptEnabled of [true, false]) {
  const who = javaScriptEnabled ? ada : bob;
  test(`people sign in, vote and follow ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const page = await world.visit(`/posts/${darkMode}`, undefined, { javaScriptEnabled });
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: who.name }).click();
    await page.waitForURL(`**/ideas/dark-mode-${darkMode}`);
    const { upvotes: before } = await world.admin.feedback.get(project, darkMode);
    await page.getByRole('button', { name: 'Vote for “Dark mode”' }).click();
    const voted = new RegExp(`^${before + 1} votes?\\. Withdraw the vote for “Dark mode”$`);
    await page.getByRole('button', { name: voted, pressed: true }).waitFor();
    equal((await world.admin.feedback.get(project, darkMode)).upvotes, before + 1);
    await page.reload();
    await page.getByRole('button', { name: 'Withdraw the vote for “Dark mode”' }).click();
    await page.getByRole('button', { name: 'Vote for “Dark mode”', pressed: false }).waitFor();
    equal((await world.admin.feedback.get(project, darkMode)).upvotes, before);

    await page.goto(`${world.settings.url}/posts/${darkMode}`);
    const follow = page.getByRole('button', { name: 'Follow', exact: true });
    if (!(await follow.isVisible())) await page.getByRole('button', { name: 'Unfollow' }).click();
    await follow.click();
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();

    await page.locator('.menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  });
}

test('the session is a signed cookie that scripts cannot read, and forms need its token', async () => {
  const page = await world.visit('/', ada);
  const [cookie] = (await page.context().cookies(world.settings.url)).filter(({ name }) => name === 'portal');
  equal(cookie?.httpOnly, true);
  equal(cookie?.sameSite, 'Lax');
  const send = (csrf: string) =>
    page.request.post(`${world.settings.url}/ideas/${darkMode}/vote`, {
      form: { vote: 'cast', csrf },
      maxRedirects: 0,
    });
  equal((await send('')).status(), 403);
  equal((await send('forged')).status(), 403);
  equal((await send(await page.locator('input[name=csrf]').first().inputValue())).status(), 303);
  const forged = `${cookie?.value.replace(/\.[^.]*$/, '')}.forged`;
  await page.context().addCookies([{ name: 'portal', value: forged, url: world.settings.url }]);
  await page.goto(world.settings.url);
  ok(await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible());
});

test('after the sign-in, people are led to pages of the portal only', async () => {
  const page = await world.visit('/');
  for (const back of ['https://example.com', '//example.com', '/\\example.com']) {
    await page.goto(`${world.settings.url}/sign-in?back=${encodeURIComponent(back)}`);
    await page.getByRole('link', { name: ada.name }).click();
    await page.waitForURL(`${world.settings.url}/`);
  }
});

test('pages have a strict policy, and load nothing from elsewhere', async () => {
  const page = await world.visit('/', ada);
  const urls: string[] = [];
  const violations: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  const response = await page.goto(`${world.settings.url}/posts/${darkMode}`);
  const policy = response?.headers()['content-security-policy'] ?? '';
  match(policy, /default-src 'none';script-src 'self';style-src 'self'/);
  equal(policy.includes('unsafe'), false);
  ok(urls.length >= 4);
  deepEqual(
    urls.filter((url) => !url.startsWith(world.settings.url)),
    [],
  );
  deepEqual(violations, []);
});

test('a page takes at most two requests to the API', async () => {
  for (const who of [undefined, ada]) {
    // Without the script, which asks for unread notifications.
    const page = await world.visit('/', who, { javaScriptEnabled: false });
    for (const path of ['/', '/?q=dark', `/ideas/dark-mode-${darkMode}`]) {
      world.requests.length = 0;
      await page.goto(world.settings.url + path);
      ok(world.requests.length >= 1 && world.requests.length <= 2, `${path}: ${world.requests.join(' ')}`);
    }
  }
});
