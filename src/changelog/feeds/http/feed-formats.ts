import { setImmediate as nextTurn } from 'node:timers/promises';
import { urlFrom } from '../../../project/index.js';
import type { PublicProject } from '../../entries/application/public-changelog.queries.js';
import type { PublicChangelogRecord } from '../../entries/application/public-changelog.service.js';
import { escapeHtml, renderMarkdown } from './markdown.js';

/** The media types of the formats: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1. */
export const mediaTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
};

export type FeedFormat = keyof typeof mediaTypes;

/** The length of the longest URLs of pictures: fields for pictures admit longer texts, for `data:` URLs. */
const maxUrlLength = 2_048;

/** The media types of pictures by the extension of their file. */
const pictureTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** What all formats contain. Texts have no characters that XML forbids, and links are absolute. */
interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The URL of the feed itself. */
  readonly url: string;
  readonly homePage: string;
  readonly icon: string | undefined;
  readonly picture: string | undefined;
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

interface FeedEntry {
  readonly id: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string | undefined;
  readonly html: string;
  readonly link: string;
  readonly published: Date;
  /** Names of tags. */
  readonly categories: readonly string[];
  readonly image: { readonly url: string; readonly type: string | undefined } | undefined;
}

/**
 * Returns a feed as text. Other requests are handled between its entries.
 *
 * @param entries the newest first
 * @param serviceUrl the public URL of the service
 */
export async function renderFeed(
  format: FeedFormat,
  project: PublicProject,
  entries: readonly PublicChangelogRecord[],
  serviceUrl: string,
): Promise<string> {
  const place = `${serviceUrl}/public/projects/${project.slug}`;
  const site = project.custom_domain === '' ? undefined : `https://${project.custom_domain}`;
  const { changelog_url: template } = project;
  const home = template === '' ? site : new URL(template).origin;
  const list = `${serviceUrl}/public/v1/projects/${project.slug}/changelogs`;
  const name = printable(project.name);
  const html: string[] = [];
  for (const { content } of entries) {
    html.push(printable(renderMarkdown(content)));
    await nextTurn();
  }
  const feed: Feed = {
    id: `urn:uuid:${project.id}`,
    title: name,
    description: `Changelog of ${name}`,
    url: `${place}/changelog.${format}`,
    homePage: home === undefined ? list : `${home}/`,
    icon: webUrl(project.icon),
    picture: webUrl(project.og_image),
    updated: new Date(entries[0]?.publish_date ?? project.modified_at),
    entries: entries.map((entry, index) => ({
      id: `urn:uuid:${entry.id}`,
      title: printable(entry.title),
      summary: printable(entry.summary) || undefined,
      html: html[index]!,
      link:
        template !== ''
          ? urlFrom(template, entry)
          : site === undefined
            ? `${list}?slug=${encodeURIComponent(entry.slug)}`
            : `${site}/changelog/${encodeURIComponent(entry.slug)}`,
      published: new Date(entry.publish_date),
      categories: (entry.tags ?? []).map(({ name }) => printable(name)),
      image: picture(entry.image),
    })),
  };
  // Loaded only here, because it is large.
  return renderers[format](feed, await import('feedsmith'));
}

type Feedsmith = typeof import('feedsmith');

const renderers: Record<FeedFormat, (feed: Feed, feedsmith: Feedsmith) => string> = { atom, rss, json };

function atom(feed: Feed, { generateAtomFeed }: Feedsmith): string {
  const xml = generateAtomFeed({
    id: feed.id,
    title: { value: feed.title },
    subtitle: { value: feed.description },
    updated: feed.updated,
    authors: [{ name: feed.title }],
    links: [
      { rel: 'self', href: feed.url, type: mediaTypes.atom },
      { rel: 'alternate', href: feed.homePage },
    ],
    ...(feed.icon === undefined ? {} : { icon: feed.icon }),
    ...(feed.picture === undefined ? {} : { logo: feed.picture }),
    entries: feed.entries.map(({ id, title, summary, html, link, published, categories, image }) => ({
      id,
      title: { value: title },
      // The time of an edit is not news to readers of the feed.
      updated: published,
      published,
      links: [
        { rel: 'alternate', href: link },
        ...(image
          ? [{ rel: 'enclosure', href: image.url, ...(image.type === undefined ? {} : { type: image.type }) }]
          : []),
      ],
      ...(categories.length === 0 ? {} : { categories: categories.map((term) => ({ term })) }),
      ...(summary === undefined ? {} : { summary: { value: summary } }),
      content: { value: html, type: 'html' },
    })),
  });
  return withoutIndentOfCdata(xml);
}

function rss(feed: Feed, { generateRssFeed }: Feedsmith): string {
  const xml = generateRssFeed({
    title: feed.title,
    link: feed.homePage,
    description: feed.description,
    pubDate: feed.updated,
    atom: { links: [{ rel: 'self', href: feed.url, type: mediaTypes.rss }] },
    ...(feed.picture === undefined
      ? {}
      : { image: { url: feed.picture, title: feed.title, link: feed.homePage } }),
    items: feed.entries.map(({ id, title, summary, html, link, published, categories, image }) => ({
      guid: { value: id, isPermaLink: false },
      title,
      link,
      pubDate: published,
      // A description is HTML (RSS 2.0, "Entity-encoded HTML").
      ...(summary === undefined ? {} : { description: escapeHtml(summary) }),
      ...(categories.length === 0 ? {} : { categories: categories.map((name) => ({ name })) }),
      content: { encoded: html },
      // The type is required. The length is too, but nobody knows it.
      ...(image?.type === undefined ? {} : { enclosures: [{ url: image.url, type: image.type, length: 0 }] }),
    })),
  });
  return withoutIndentOfCdata(xml);
}

/** Removes the line breaks that feedsmith writes around CDATA sections: in RSS they belong to titles and URLs. */
function withoutIndentOfCdata(xml: string): string {
  // A section begins after a tag or another section. A match ends where it ends, so nothing in it can begin one.
  return xml.replaceAll(/(?<=>)\s*(<!\[CDATA\[[\s\S]*?\]\]>)(?:\s*(?=<\/))?/g, '$1');
}

function json(feed: Feed, { generateJsonFeed }: Feedsmith): string {
  const document = generateJsonFeed({
    title: feed.title,
    description: feed.description,
    home_page_url: feed.homePage,
    feed_url: feed.url,
    ...(feed.icon === undefined ? {} : { icon: feed.icon }),
    items: feed.entries.map(({ id, title, summary, html, link, published, categories, image }) => ({
      id,
      url: link,
      title,
      ...(summary === undefined ? {} : { summary }),
      content_html: html,
      date_published: published,
      ...(categories.length === 0 ? {} : { tags: [...categories] }),
      ...(image ? { image: image.url } : {}),
    })),
  });
  return JSON.stringify(document);
}

/** Removes the characters that XML 1.0 forbids (§2.2): control characters, lone surrogates and two noncharacters. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '');
}

/** Returns the normalized URL, or undefined if it is not an absolute one on the web. */
function webUrl(text: string): string | undefined {
  // Parsing a host name normalizes it, which takes quadratic time.
  if (text.length > maxUrlLength || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}

/** Returns a picture with its media type, as far as the name of the file tells it. */
function picture(text: string): FeedEntry['image'] {
  const url = webUrl(text);
  if (url === undefined) return undefined;
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  return { url, type: pictureTypes[extension] };
}
