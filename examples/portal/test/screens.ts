import { ok } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Account } from '../try/identity-provider.js';
import { bob, eve, project, world } from './world.js';

// Compares pages with pictures in the repository, which somebody has looked at. Fonts and relative times may differ; what is
// stretched, missing or at another place is found. `npm run screens` takes the pictures again: look at them before a commit.

const folder = fileURLToPath(new URL('../../test/screens', import.meta.url));
const isRenewed = process.env['RENEW_SCREENS'] === '1';

/** The part of the blocks of 8 by 8 pixels that may differ. */
const tolerance = 0.06;

let post: string;
let entry: string;

before(async () => {
  const { feedback, changelogs, boards, tags } = world.admin;
  await boards.put(project, 'maps', { name: 'Maps' });
  await tags.put(project, 'Offline', { color: '#9333ea' });
  const created = await feedback.create(project, {
    title: 'Offline maps for whole regions',
    description:
      'In the mountains I often change plans on the spot. Let me download a **whole region** before I leave.',
    status: 'in_progress',
    board: 'maps',
    tags: ['Offline'],
  });
  post = created.id;
  for (const { email, name } of [bob, eve])
    await feedback.upvotes.castFor(project, post, { user: { email, full_name: name } });
  for (const [title, status] of [
    ['Dark map style', 'planned'],
    ['Colours that I can tell apart', 'completed'],
    ['Buy it once instead of a subscription', 'rejected'],
  ] as const)
    await feedback.create(project, { title, status, board: 'maps', description: 'A sentence about it.' });
  const { id } = await feedback.comments.create(project, post, { content: 'This keeps me with paper maps.' });
  await feedback.comments.create(project, post, { content: 'Me, too.', parent_id: id });
  await feedback.comments.create(project, post, { content: 'First tests run.', kind: 'response' });
  await feedback.comments.create(project, post, { content: 'The server has room.', kind: 'internal' });
  const written = await changelogs.create(project, {
    title: 'The beta of offline regions is open',
    summary: 'Norway, Switzerland and Scotland, without any signal.',
    content:
      'Choose a region, and go into flight mode.\n\n- You see how much it takes.\n- Names can be searched.',
    tags: ['Offline'],
    published: true,
    publish_date: '2026-02-03T09:00:00Z',
  });
  entry = written.id;
  await changelogs.feedback.link(project, entry, post);
});

interface Screen {
  readonly name: string;
  readonly path: () => string;
  readonly as?: Account;
}

const screens: readonly Screen[] = [
  { name: 'visitor-board', path: () => '/?board=maps' },
  { name: 'visitor-post', path: () => `/ideas/${post}` },
  { name: 'visitor-new', path: () => '/new' },
  { name: 'visitor-changelog', path: () => '/changelog?tag=Offline' },
  { name: 'customer-board', path: () => '/?board=maps', as: bob },
  { name: 'customer-post', path: () => `/ideas/${post}`, as: bob },
  { name: 'customer-preferences', path: () => '/preferences', as: bob },
  { name: 'editor-post', path: () => `/ideas/${post}`, as: eve },
  { name: 'editor-entry', path: () => '/changelog/entries/new', as: eve },
  { name: 'editor-merge', path: () => `/ideas/${post}/merge?q=dark`, as: eve },
];

/** Returns a picture of the window, without what differs from run to run. */
async function take(page: Page): Promise<string> {
  // A longer text could move what follows to another line.
  await page.getByText(/^(this minute|\d+ minutes? ago)$/).evaluateAll((times) => {
    for (const time of times) time.textContent = 'this minute';
  });
  const varying = page.locator(
    'time, input[type=file], .chips, .months, .count, .split .card .checks:not(details *), .avatar',
  );
  const picture = await page.screenshot({ mask: [varying], maskColor: '#8890a0', animations: 'disabled' });
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Returns a picture as WebP. */
async function compress(helper: Page, url: string): Promise<Buffer> {
  const data = await helper.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.5);
  }, url);
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

/** Returns the part of the blocks that differ between two pictures: 1 if they have different sizes. */
function difference(helper: Page, urls: readonly [string, string]): Promise<number> {
  return helper.evaluate(async (sources) => {
    const block = 8;
    const [one, other] = await Promise.all(
      sources.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const [width, height] = [Math.ceil(image.width / block), Math.ceil(image.height / block)];
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        return { size: [width, height].join(), data: context.getImageData(0, 0, width, height).data };
      }),
    );
    if (!one || one.size !== other?.size) return 1;
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      const distances = [0, 1, 2].map((part) => Math.abs(one.data[at + part]! - other.data[at + part]!));
      if (Math.max(...distances) > 24) count += 1;
    }
    return count / (one.data.length / 4);
  }, urls);
}

for (const width of [320, 1_280]) {
  for (const { name, path, as } of screens) {
    test(`${name} looks like its picture at ${width} pixels`, async () => {
      const page = await world.visit(path(), as, { viewport: { width, height: width === 320 ? 640 : 800 } });
      const helper = await world.browser.newPage();
      const file = `${folder}/${name}-${width}.webp`;
      const taken = await take(page);
      if (isRenewed) {
        await mkdir(folder, { recursive: true });
        await writeFile(file, await compress(helper, taken));
      }
      const reviewed = `data:image/webp;base64,${(await readFile(file)).toString('base64')}`;
      const share = await difference(helper, [reviewed, taken]);
      ok(share <= tolerance, `${(share * 100).toFixed(1)} % differ`);
      await Promise.all([page.context().close(), helper.close()]);
    });
  }
}

test('a picture differs from pages with stretched votes, or with a box that should be hidden', async () => {
  const helper = await world.browser.newPage();
  for (const [name, path, selector, style] of [
    ['visitor-board-320', '/?board=maps', '.vote', 'inline-size: 200px'],
    ['visitor-board-1280', '/?board=maps', '.top__row', 'block-size: 186px'],
    ['visitor-new-320', '/new', '.similar', 'display: grid !important'],
  ] as const) {
    const width = name.endsWith('320') ? 320 : 1_280;
    const page = await world.visit(path, undefined, {
      viewport: { width, height: width === 320 ? 640 : 800 },
    });
    await page.locator(selector).evaluateAll((elements, value) => {
      for (const element of elements as HTMLElement[]) {
        element.hidden = false;
        element.style.cssText = value;
      }
    }, style);
    const reviewed = await readFile(`${folder}/${name}.webp`);
    const url = `data:image/webp;base64,${reviewed.toString('base64')}`;
    ok((await difference(helper, [url, await take(page)])) > tolerance, name);
    await page.context().close();
  }
  await helper.close();
});
