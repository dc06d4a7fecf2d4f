import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { type ChangelogWith, NotFoundError, type PublicChangelog } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { PageNotFound } from '../errors.js';
import { fileOf } from '../markdown.js';
import { type Body, text } from '../session.js';
import { entryPath, ideaPath } from '../urls.js';
import { Form } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { authorOf, Avatar, Day, Markdown, Pager, StatusPill, Tags } from '../views/parts.js';
import { personalVisitOf, type Visit, visitOf } from '../visit.js';

/** The changelog: its entries by months and tags, subscriptions, and the feeds. */
export const changelog = Router();

type Entry = PublicChangelog & Partial<Pick<ChangelogWith<['tags', 'feedback']>, 'tags' | 'feedback'>>;

interface EntryQuery {
  readonly slug?: string;
  readonly tag?: string[];
  readonly published_after?: string;
  readonly published_before?: string;
  readonly cursor?: string | undefined;
}

const pageSize = 5;

changelog.get('/changelog', async (request, response) => {
  const visit = visitOf(response);
  const query = request.query as Body;
  const tag = text(query, 'tag');
  const month = visit.project.months.find((each) => each === text(query, 'month')) ?? '';
  const [page, subscribed] = await Promise.all([
    list(visit, {
      ...(tag !== '' && { tag: [tag] }),
      ...periodOf(month),
      cursor: text(query, 'cursor') || undefined,
    }),
    isSubscribed(visit),
  ]);
  sendPage(response, {
    title: visit.t('changelog'),
    section: 'changelog',
    description: visit.t('changelog_intro', { name: visit.project.name }),
    canonical: '/changelog',
    content: (
      <ChangelogPage
        visit={visit}
        tag={tag}
        month={month}
        entries={page.records}
        next={page.nextCursor}
        subscribed={subscribed}
      />
    ),
  });
});

changelog.get('/changelog/:slug', async (request, response) => {
  const visit = visitOf(response);
  const [[entry], subscribed] = await Promise.all([
    list(visit, { slug: request.params.slug }).then(({ records }) => records),
    isSubscribed(visit),
  ]);
  if (!entry) throw new PageNotFound();
  sendPage(response, {
    title: entry.title,
    section: 'changelog',
    description: entry.summary || entry.content,
    canonical: entryPath(entry),
    image: entry.image,
    content: (
      <>
        <p>
          <a class="back" href="/changelog">
            {visit.t('all_news')}
          </a>
        </p>
        <div class="split">
          <div class="split__main">
            <Article visit={visit} entry={entry} isPage />
          </div>
          <aside class="split__side" aria-label={visit.t('subscribe_news')}>
            <Subscription visit={visit} subscribed={subscribed} />
          </aside>
        </div>
      </>
    ),
  });
});

changelog.post('/changelog/subscription', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { subscribers } = client.changelogs;
  if (text(request.body as Body, 'subscribe') === 'no') await subscribers.unsubscribe(settings.project);
  else await subscribers.subscribe(settings.project);
  response.redirect(303, '/changelog');
});

// The service writes the feeds, at an address that readers can reach.
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

/** Returns the days of a month as `2026-11`; nothing for `''`. */
function periodOf(month: string): Pick<EntryQuery, 'published_after' | 'published_before'> {
  if (month === '') return {};
  const next = new Date(`${month}-01`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { published_after: `${month}-01`, published_before: next.toISOString().slice(0, 10) };
}

async function list(
  { client, settings, person }: Visit,
  query: EntryQuery,
): Promise<{ records: Entry[]; nextCursor: string | undefined }> {
  const shown = { ...query, limit: pageSize, include: ['tags', 'feedback'] } as const;
  if (!person) return client.changelogs.listPublic(settings.project, shown);
  return client.changelogs.list(settings.project, { ...shown, state: 'published' });
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
  readonly month: string;
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
  readonly subscribed: boolean | undefined;
}

function ChangelogPage({ visit, tag, month, entries, next, subscribed }: PageProps): VNode {
  const { t, project, isEditor } = visit;
  return (
    <>
      <div class="heading">
        <div class="heading__text">
          <h1>{t('changelog_heading')}</h1>
          <p class="heading__intro">{t('changelog_intro', { name: project.name })}</p>
        </div>
        {isEditor && (
          <a class="button" href="/changelog/entries">
            {t('write_news')}
          </a>
        )}
      </div>
      <div class="split">
        <div class="split__main">
          {entries.length === 0 && <p class="empty">{t('no_news')}</p>}
          {entries.map((entry) => (
            <Article visit={visit} entry={entry} />
          ))}
          <Pager visit={visit} cursor={next} />
        </div>
        <aside class="split__side" aria-label={t('subscribe_news')}>
          <Subscription visit={visit} subscribed={subscribed} />
          <Months visit={visit} current={month} />
          <nav class="chips" aria-label={t('tags')}>
            {['', ...project.tags.map(({ name }) => name)].map((name) => (
              <a
                class="chip"
                href={name === '' ? '/changelog' : `/changelog?tag=${encodeURIComponent(name)}`}
                aria-current={name === tag ? 'true' : undefined}
              >
                {name || t('all_tags')}
              </a>
            ))}
          </nav>
        </aside>
      </div>
    </>
  );
}

/** The months in which news were published. */
function Months({ visit, current }: { visit: Visit; current: string }): VNode | null {
  const { t, language, project } = visit;
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  if (project.months.length < 2) return null;
  return (
    <nav class="months" aria-label={t('months')}>
      {['', ...project.months].map((month) => (
        <a
          class="months__link"
          href={month === '' ? '/changelog' : `/changelog?month=${month}`}
          aria-current={month === current ? 'true' : undefined}
        >
          {month === '' ? t('all_months') : format.format(new Date(`${month}-01`))}
        </a>
      ))}
    </nav>
  );
}

/** An entry with its picture, its full text, and the ideas that it answers. */
export function Article({
  visit,
  entry,
  isPage = false,
}: {
  visit: Visit;
  entry: Entry;
  isPage?: boolean;
}): VNode {
  const { t } = visit;
  const image = entry.image.startsWith('data:image/') ? entry.image : fileOf(entry.image);
  const [Heading, Below] = isPage ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  return (
    <article class="card entry" id={entry.slug}>
      {image !== undefined && <img class="entry__cover" src={image} alt="" />}
      <div class="entry__body">
        <p class="meta">
          <Day visit={visit} at={entry.publish_date} />
          <Tags tags={entry.tags ?? []} />
        </p>
        <Heading class="entry__title" dir="auto">
          {isPage ? (
            entry.title
          ) : (
            <a class="plain" href={entryPath(entry)}>
              {entry.title}
            </a>
          )}
        </Heading>
        {entry.summary !== '' && (
          <p class="entry__summary" dir="auto">
            {entry.summary}
          </p>
        )}
        <Markdown text={entry.content} />
        {entry.author && (
          <p class="by">
            <Avatar user={entry.author} />
            <span dir="auto">{authorOf(visit, { user: entry.author })}</span>
          </p>
        )}
        {entry.feedback && entry.feedback.length > 0 && (
          <section class="asked">
            <Below class="asked__heading">{t('asked_for_this')}</Below>
            <ul class="asked__list">
              {entry.feedback.map((post) => (
                <li class="asked__item">
                  <a href={ideaPath(post)}>{post.title}</a>
                  <StatusPill visit={visit} status={post.status} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </article>
  );
}

/** Following the changelog: with an account, by mail, or by a feed. */
function Subscription({ visit, subscribed }: { visit: Visit; subscribed: boolean | undefined }): VNode {
  const { t, settings } = visit;
  return (
    <div class="card stack">
      <h2>{t('subscribe_news')}</h2>
      {subscribed === undefined ? (
        settings.newsByMail && (
          <Form visit={visit} action="/changelog/subscribers" class="stack">
            <label class="field">
              <span class="field__label">{t('email')}</span>
              <input class="input" type="email" name="email" required autocomplete="email" />
            </label>
            <button class="button button_secondary">{t('subscribe_by_mail')}</button>
          </Form>
        )
      ) : (
        <Form visit={visit} action="/changelog/subscription">
          <input type="hidden" name="subscribe" value={subscribed ? 'no' : 'yes'} />
          <button class="button button_secondary">
            {t(subscribed ? 'unsubscribe_news' : 'follow_news')}
          </button>
        </Form>
      )}
      <p class="meta">
        {t('feeds')}: <a href="/feeds/changelog.atom">Atom</a> <a href="/feeds/changelog.rss">RSS</a>
      </p>
    </div>
  );
}

/** Visitors subscribe by mail. The service asks them to confirm it, and never says whether it knows an address. */
export const mailSubscriptions = Router();

mailSubscriptions.post('/changelog/subscribers', async (request, response) => {
  const { client, settings } = visitOf(response);
  const email = text(request.body as Body, 'email');
  await client.changelogs.subscribers.subscribeToByMail(settings.project, { email });
  response.redirect(303, '/changelog?notice=subscribed');
});
