import { describe, expect, it } from '@jest/globals';
import { parseFeed } from '@rowanmanning/feed-parser';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import type { PublicProject } from '../../../../src/changelog/entries/application/public-changelog.queries.js';
import type { PublicChangelogRecord } from '../../../../src/changelog/entries/application/public-changelog.service.js';
import { PublicChangelogResponse } from '../../../../src/changelog/entries/http/public-changelog.dto.js';
import { type FeedFormat, renderFeed } from '../../../../src/changelog/feeds/http/feed-formats.js';

const project: PublicProject = {
  id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
  name: 'Acme & Sons <b>',
  slug: 'acme',
  icon: '🚀',
  og_image: 'https://example.com/og.png?a=1&b=2',
  custom_domain: '',
  changelog_url: '',
  public_names: false,
  modified_at: '2026-11-21T10:00:00.000Z',
  version: '1',
};

const entry: PublicChangelogRecord = {
  ...PublicChangelogResponse.example,
  id: '01a1f99e-4ff9-7855-9ed0-8445e85750c0',
  project_id: project.id,
  title: 'Dark mode <script>alert(1)</script> & more',
  slug: 'dark-mode',
  summary: 'Easy on the <i>eyes</i>.',
  content: '# Dark mode\n\nSwitch it *on*.',
  image: 'https://example.com/dark.png',
  publish_date: '2026-11-20T12:00:00.000Z',
  published: true,
};

const service = 'https://feedback.example.com';
const xmlFormats = ['atom', 'rss'] as const;
const place = `${service}/public/projects/acme`;

function render(
  format: FeedFormat,
  changes: Partial<PublicChangelogRecord> = {},
  ofProject: Partial<PublicProject> = {},
): Promise<string> {
  return renderFeed(format, { ...project, ...ofProject }, [{ ...entry, ...changes }], service);
}

/** Returns the HTML of an entry with this content. */
async function htmlOf(content: string): Promise<string> {
  return JSON.parse(await render('json', { content })).items[0].content_html as string;
}

describe.each(xmlFormats)('The %s feed', (format) => {
  it('is read by a feed parser as it was written', async () => {
    const feed = parseFeed(await render(format));
    expect(feed.title).toBe('Acme & Sons <b>');
    expect(feed.self).toBe(`${place}/changelog.${format}`);
    expect(feed.url).toBe(`${service}/public/v1/projects/acme/changelogs`);
    expect(feed.image?.url).toBe('https://example.com/og.png?a=1&b=2');
    expect(feed.items).toHaveLength(1);
    const [item] = feed.items;
    expect(item).toMatchObject({
      id: 'urn:uuid:01a1f99e-4ff9-7855-9ed0-8445e85750c0',
      title: 'Dark mode <script>alert(1)</script> & more',
      url: `${service}/public/v1/projects/acme/changelogs?slug=dark-mode`,
      published: new Date('2026-11-20T12:00:00Z'),
    });
    expect(item?.content?.trim()).toBe('<h1>Dark mode</h1>\n<p>Switch it <em>on</em>.</p>');
    expect(item?.media).toEqual([
      expect.objectContaining({ url: 'https://example.com/dark.png', mimeType: 'image/png' }),
    ]);
  });

  it('has no white space around texts with special characters', async () => {
    const text = 'R & D <b>';
    const changes = { title: text, summary: text, tags: [{ name: text, color: '' }] };
    const xml = await render(format, changes, { name: text, og_image: 'https://example.com/og.png?a=1&b=2' });
    expect(xml).toContain(`<title><![CDATA[${text}]]></title>`);
    expect(xml).not.toMatch(/>\s+<!\[CDATA\[|\]\]>\s+</);
  });

  it.each(['x ]]> & y', '<![CDATA[a]]> ]]>&', '> <![CDATA[ & ]]> </', '>\t<![CDATA[ >  <![CDATA[ &'])(
    'keeps the title %j',
    async (title) => {
      expect(parseFeed(await render(format, { title })).items[0]?.title).toBe(title);
    },
  );

  it('without entries is valid', async () => {
    const feed = parseFeed(await renderFeed(format, project, [], service));
    expect([feed.title, feed.items]).toEqual(['Acme & Sons <b>', []]);
  });

  it('has no characters that XML forbids', async () => {
    const bad = 'a\u0001\u0008\u000B\u001F\uFFFE\uFFFFb';
    const xml = await render(format, { title: bad, summary: bad, content: `${bad}&#1;` }, { name: bad });
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
    const feed = parseFeed(xml);
    expect([feed.title, feed.items[0]?.title]).toEqual(['ab', 'ab']);
  });
});

it('The Atom feed has plain text as summary, the RSS feed has HTML as description', async () => {
  expect(parseAtomFeed(await render('atom')).entries?.[0]?.summary?.value).toBe('Easy on the <i>eyes</i>.');
  expect(parseRssFeed(await render('rss')).items?.[0]?.description).toBe(
    'Easy on the &lt;i&gt;eyes&lt;/i&gt;.',
  );
});

// Not with the other parser, which decodes entities of HTML as if they were those of XML.
it('Markup and the end of a CDATA section in the content are escaped', async () => {
  const content = '`<b>` ]]> & &amp; ]]&gt;';
  const html = '<p><code>&lt;b&gt;</code> ]]&gt; &amp; &amp; ]]&gt;</p>';
  const entryOfAtom = parseAtomFeed(await render('atom', { content })).entries?.[0];
  expect([entryOfAtom?.content?.type, entryOfAtom?.content?.value?.trim()]).toEqual(['html', html]);
  expect(parseRssFeed(await render('rss', { content })).items?.[0]?.content?.encoded?.trim()).toBe(html);
});

it('The JSON Feed has all required members of version 1.1', async () => {
  expect(JSON.parse(await render('json', {}, { icon: 'https://example.com/icon.png' }))).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Acme & Sons <b>',
    description: 'Changelog of Acme & Sons <b>',
    home_page_url: `${service}/public/v1/projects/acme/changelogs`,
    feed_url: `${place}/changelog.json`,
    icon: 'https://example.com/icon.png',
    items: [
      {
        id: 'urn:uuid:01a1f99e-4ff9-7855-9ed0-8445e85750c0',
        url: `${service}/public/v1/projects/acme/changelogs?slug=dark-mode`,
        title: 'Dark mode <script>alert(1)</script> & more',
        summary: 'Easy on the <i>eyes</i>.',
        content_html: '<h1>Dark mode</h1>\n<p>Switch it <em>on</em>.</p>\n',
        image: 'https://example.com/dark.png',
        date_published: '2026-11-20T12:00:00.000Z',
      },
    ],
  });
});

it('The tags of an entry are categories, without the characters that XML forbids', async () => {
  const tags = [
    { name: 'Fix & <b>', color: '#000' },
    { name: 'New\u0001', color: '#000' },
  ];
  const names = ['Fix & <b>', 'New'];
  expect(
    parseAtomFeed(await render('atom', { tags })).entries?.[0]?.categories?.map(({ term }) => term),
  ).toEqual(names);
  expect(parseRssFeed(await render('rss', { tags })).items?.[0]?.categories?.map(({ name }) => name)).toEqual(
    names,
  );
  expect(JSON.parse(await render('json', { tags })).items[0].tags).toEqual(names);
});

it('Entries link to the verified custom domain, if there is one', async () => {
  const feed = JSON.parse(await render('json', {}, { custom_domain: 'news.example.com' }));
  expect([feed.home_page_url, feed.items[0].url]).toEqual([
    'https://news.example.com/',
    'https://news.example.com/changelog/dark-mode',
  ]);
});

it.each(['', '/dark.png', '🌙', 'data:image/png;base64,AAAA', 'http://[', 'dark.png'])(
  'The image %j is omitted',
  async (image) => {
    expect(JSON.parse(await render('json', { image })).items[0]).not.toHaveProperty('image');
    for (const format of xmlFormats) expect(await render(format, { image })).not.toMatch(/enclosure/);
  },
);

it('An image of an unknown type is no enclosure in RSS, which requires a type', async () => {
  const image = 'https://example.com/dark';
  expect(await render('rss', { image })).not.toContain('enclosure');
  expect(await render('atom', { image })).toContain('href="https://example.com/dark" rel="enclosure"');
});

describe('Markdown', () => {
  it.each([
    ['rows of a table', `|a|\n|-|\n${'|\n'.repeat(50_000)}`],
    ['cells that the rows of a table lack', `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n|\n`.repeat(20)],
    ['items of lists', '- a\n'.repeat(9_000)],
    ['images', '!['.repeat(50_000)],
  ])('is shown as it was written if it has too many %s', async (_, content) => {
    expect(await htmlOf(content)).toBe(`<pre>${content}</pre>\n`);
  });

  it('of a long text is rendered', async () => {
    const content = '- Exports have [all fields](https://example.com/1) now: `a`, `b`.\n'.repeat(1_500);
    expect(await htmlOf(content)).toContain('<li>Exports have <a href="https://example.com/1">');
  });

  it.each([
    ['[x](https://example.com/?a=1&b=2)', '<p><a href="https://example.com/?a=1&amp;b=2">x</a></p>\n'],
    ['<mailto:ada@example.com>', '<p><a href="mailto:ada@example.com">mailto:ada@example.com</a></p>\n'],
    ['![x](http://example.com/x.png)', '<p><img src="http://example.com/x.png" alt="x"></p>\n'],
    ['~~no~~ **yes**', '<p><s>no</s> <strong>yes</strong></p>\n'],
  ])('%j becomes HTML', async (content, html) => {
    expect(await htmlOf(content)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- x --><iframe src="javascript:alert(1)">',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&#58;alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](//evil.example)',
    '[x](/relative)',
    '![x](https://example.com/"onerror="alert(1))',
    '[x](https://example.com "t\\" onmouseover=\\"alert(1)")',
    '```"><script>alert(1)</script>\nx\n```',
    '`<script>`',
  ])('%j contains nothing that runs', async (content) => {
    const html = await htmlOf(content);
    const tags = html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<(\/?(p|code|pre|a|em)|code class="[^"<>]*"|a href="https:\/\/[^"]*"( title="[^"]*")?|img src="https:\/\/[^"]*" alt="[^"]*")>$/,
      );
    }
  });
});

it.each(['', 'news.example.com'])(
  'Entries link to `changelog_url`, with the custom domain %p too',
  async (domain) => {
    const own = {
      changelog_url: 'https://acme.example.com/news/{slug}?id={id}',
      custom_domain: domain,
    };
    const feed = JSON.parse(await render('json', { slug: 'größe/1' }, own));
    expect(feed.home_page_url).toBe('https://acme.example.com/');
    expect(feed.items[0].url).toBe(`https://acme.example.com/news/gr%C3%B6%C3%9Fe%2F1?id=${entry.id}`);
    for (const format of xmlFormats) {
      const { url, items } = parseFeed(await render(format, {}, own));
      expect([url, items[0]?.url]).toEqual([
        'https://acme.example.com/',
        `https://acme.example.com/news/dark-mode?id=${entry.id}`,
      ]);
    }
  },
);
