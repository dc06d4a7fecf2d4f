import { Router } from 'express';
import type { PublicFeedback } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Body, text } from '../session.js';
import { entryPath, ideaPath } from '../urls.js';
import { StatusPill } from '../views/parts.js';
import { type Visit, visitOf } from '../visit.js';

/** What scripts and search engines ask for: similar feedback, `robots.txt` and the site map. */
export const search = Router();

search.get('/similar', async (request, response) => {
  const visit = visitOf(response);
  const title = text(request.query as Body, 'title').slice(0, 200);
  const similar = title === '' ? [] : await findSimilar(visit, title);
  response.type('html').send(renderToString(<SimilarPosts visit={visit} posts={similar} />));
});

/** Returns feedback with a similar title, which the reader can see. */
export async function findSimilar(
  { client, settings, person }: Visit,
  title: string,
): Promise<PublicFeedback[]> {
  const found = person
    ? await client.feedback.findSimilar(settings.project, { title })
    : await client.feedback.findSimilarPublic(settings.project, { title });
  return found.slice(0, 5);
}

function SimilarPosts({ visit, posts }: { visit: Visit; posts: readonly PublicFeedback[] }): VNode {
  return (
    <>
      {posts.map((post) => (
        <li class="meta">
          <a href={ideaPath(post)}>{post.title}</a>
          <StatusPill visit={visit} status={post.status} />
          <span>{visit.t('votes', { count: post.upvotes })}</span>
        </li>
      ))}
    </>
  );
}

search.get('/robots.txt', (_request, response) => {
  const { settings } = visitOf(response);
  response.type('text').send(`User-agent: *
Disallow: /sign-in
Disallow: /language
Disallow: /new
Disallow: /similar

Sitemap: ${settings.url}/sitemap.xml
`);
});

const maxPaths = 10_000;
const freshMs = 60 * 60_000;
let siteMap: { readonly xml: Promise<string>; readonly at: number } | undefined;

search.get('/sitemap.xml', async (_request, response) => {
  const visit = visitOf(response);
  if (!siteMap || Date.now() - siteMap.at > freshMs) {
    siteMap = { xml: readSiteMap(visit), at: Date.now() };
    siteMap.xml.catch(() => (siteMap = undefined));
  }
  response.type('xml').send(await siteMap.xml);
});

/** Returns the addresses of what everyone can read. */
async function readSiteMap({ client, settings }: Visit): Promise<string> {
  const paths = ['/', '/roadmap', '/changelog'];
  for await (const entry of client.changelogs.listPublic(settings.project)) paths.push(entryPath(entry));
  for await (const post of client.feedback.listPublic(settings.project)) {
    if (paths.push(ideaPath(post)) >= maxPaths) break;
  }
  const urls = paths.map((path) => `<url><loc>${settings.url}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
