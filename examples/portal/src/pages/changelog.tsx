import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { type ChangelogWith, NotFoundError, type PublicChangelog } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { PageNotFound } from '../errors.js';
import { excerpt, fileOf } from '../markdown.js';
import { type Body, text } from '../session.js';
import { Form } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { Badge, Markdown, Pager, StatusBadge, Time } from '../views/parts.js';
import { personalVisitOf, type Visit, visitOf } from '../visit.js';

/** The changelog: its entries by tags, an entry, and the feeds. */
export const changelog = Router();

type Entry = PublicChangelog & Partial<Pick<ChangelogWith<['tags', 'feedback']>, 'tags' | 'feedback'>>;

interface EntryQuery {
  readonly slug?: string;
  readonly tag?: string[];
  readonly cursor?: string | undefined;
}

changelog.get('/changelog', async (request, response) => {
  const visit = visitOf(response);
  const query = request.query as Body;
  const tag = text(query, 'tag');
  const [page, subscribed] = await Promise.all([
    list(visit, { ...(tag !== '' && { tag: [tag] }), cursor: text(query, 'cursor') || undefined }),
    isSubscribed(visit),
  ]);
  const content = (
    <ChangelogPage
      visit={visit}
      tag={tag}
      entries={page.records}
      next={page.nextCursor}
      subscribed={subscribed}
    />
  );
  sendPage(response, { title: visit.t('changelog'), section: 'changelog', content });
});

changelog.get('/changelog/:slug', async (request, response) => {
  const visit = visitOf(response);
  const [entry] = (await list(visit, { slug: request.params.slug })).records;
  if (!entry) throw new PageNotFound();
  sendPage(response, {
    title: entry.title,
    section: 'changelog',
    content: <EntryPage visit={visit} entry={entry} />,
  });
});

changelog.post('/changelog/subscription', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { subscribers } = client.changelogs;
  if (text(request.body as Body, 'subscribe') === 'no') await subscribers.unsubscribe(settings.project);
  else await subscribers.subscribe(settings.project);
  response.redirect(303, '/changelog');
});

// The feeds are those of the service, at an address that readers can reach.
changelog.get('/feeds/changelog.atom', async (_request, response) => {
  const { client, settings } = visitOf(response);
  const feed = await client.projects.getAtomFeed(settings.project);
  await pipeline(feed, response.type('application/atom+xml'));
});

changelog.get('/feeds/changelog.rss', async (_request, response) => {
  const { client, settings } = visitOf(response);
  const feed = await client.projects.getRssFeed(settings.project);
  await pipeline(feed, response.type('application/rss+xml'));
});

async function list(
  { client, settings, person }: Visit,
  query: EntryQuery,
): Promise<{ records: Entry[]; nextCursor: string | undefined }> {
  if (!person)
    return client.changelogs.listPublic(settings.project, { ...query, limit: 10, include: ['tags'] });
  return client.changelogs.list(settings.project, {
    ...query,
    state: 'published',
    limit: 10,
    include: ['tags', 'feedback'],
  });
}

/** Returns whether the person follows the changelog; undefined if nobody has signed in. */
async function isSubscribed({ client, settings, person }: Visit): Promise<boolean | undefined> {
  if (!person) return undefined;
  try {
    await client.changelogs.subscribers.get(settings.project);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

interface PageProps {
  readonly visit: Visit;
  readonly tag: string;
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
  readonly subscribed: boolean | undefined;
}

function ChangelogPage({ visit, tag, entries, next, subscribed }: PageProps): VNode {
  const { t, project } = visit;
  return (
    <>
      <div class="heading">
        <h1>{t('changelog_heading')}</h1>
        {subscribed !== undefined && (
          <Form visit={visit} action="/changelog/subscription">
            <input type="hidden" name="subscribe" value={subscribed ? 'no' : 'yes'} />
            <button class="secondary">{t(subscribed ? 'unsubscribe_news' : 'subscribe_news')}</button>
          </Form>
        )}
      </div>
      <nav class="tags" aria-label={t('tag')}>
        {['', ...project.tags.map(({ name }) => name)].map((name) => (
          <a
            href={name === '' ? '/changelog' : `/changelog?tag=${encodeURIComponent(name)}`}
            aria-current={name === tag ? 'true' : undefined}
          >
            {name || t('any')}
          </a>
        ))}
      </nav>
      {entries.length === 0 && <p class="empty">{t('no_news')}</p>}
      {entries.map((entry) => (
        <article class="post">
          <div class="stack">
            <h2 dir="auto">
              <a href={`/changelog/${entry.slug}`}>{entry.title}</a>
            </h2>
            <EntryMeta visit={visit} entry={entry} />
          </div>
          <p dir="auto">{entry.summary || excerpt(entry.content)}</p>
        </article>
      ))}
      <Pager visit={visit} cursor={next} />
      <p class="meta">
        {t('feeds')}: <a href="/feeds/changelog.atom">Atom</a> <a href="/feeds/changelog.rss">RSS</a>
      </p>
    </>
  );
}

function EntryMeta({ visit, entry }: { visit: Visit; entry: Entry }): VNode {
  return (
    <p class="meta">
      <Time visit={visit} at={entry.publish_date} />
      {entry.tags?.map(({ name, color }) => (
        <Badge text={name} color={color} />
      ))}
    </p>
  );
}

function EntryPage({ visit, entry }: { visit: Visit; entry: Entry }): VNode {
  const { t } = visit;
  const image = entry.image.startsWith('data:image/') ? entry.image : fileOf(entry.image);
  return (
    <>
      <p class="back">
        <a href="/changelog">{t('all_news')}</a>
      </p>
      <article class="post">
        <div class="stack">
          <h1 dir="auto">{entry.title}</h1>
          <EntryMeta visit={visit} entry={entry} />
        </div>
        {image !== undefined && <img src={image} alt="" />}
        {entry.summary !== '' && (
          <p class="summary" dir="auto">
            {entry.summary}
          </p>
        )}
        <Markdown text={entry.content} />
        {entry.feedback && entry.feedback.length > 0 && (
          <section>
            <h2>{t('news_about')}</h2>
            <ul class="stack">
              {entry.feedback.map(({ id, title, status }) => (
                <li>
                  <a href={`/posts/${id}`}>{title}</a> <StatusBadge visit={visit} status={status} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
    </>
  );
}
