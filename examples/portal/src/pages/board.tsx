import { Router } from 'express';
import type { ListPublicFeedbackQuery } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { members, type Post, publicMembers } from '../project.js';
import { type Body, text } from '../session.js';
import { Select } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { Pager, Vote } from '../views/parts.js';
import { PostSummary } from '../views/summary.js';
import { type Visit, visitOf } from '../visit.js';

const sorts = ['most_upvoted', 'newest', 'most_commented', 'recently_updated'] as const;
const pageSize = 20;

/** The board: feedback with filters, search, sorting and pages. Pinned feedback is first. */
export const board = Router();

board.get('/', async (request, response) => {
  const visit = visitOf(response);
  const filters = filtersOf(request.query as Body);
  const cursor = text(request.query as Body, 'cursor') || undefined;
  const query = { ...queryOf(filters), limit: pageSize };
  const isFiltered = [filters.q, filters.status, filters.board, filters.tag].some((value) => value !== '');
  const [page, pinned] = await Promise.all([
    list(visit, { ...query, cursor, ...(!isFiltered && { pinned: false }) }),
    isFiltered || cursor ? undefined : list(visit, { ...query, pinned: true }),
  ]);
  const posts = [...(pinned?.records ?? []).map((post) => ({ ...post, pinned: true })), ...page.records];
  sendPage(response, {
    title: visit.t('board'),
    section: 'board',
    description: visit.t('feedback_intro'),
    // Each order of the first page is the same page.
    ...(!isFiltered && !cursor && { canonical: '/' }),
    content: <BoardPage {...{ visit, filters, isFiltered, posts, next: page.nextCursor }} />,
  });
});

interface Filters {
  readonly q: string;
  readonly status: string;
  readonly board: string;
  readonly tag: string;
  readonly sort: (typeof sorts)[number];
}

function filtersOf(query: Body): Filters {
  const sort = sorts.find((each) => each === text(query, 'sort')) ?? 'most_upvoted';
  return {
    q: text(query, 'q'),
    status: text(query, 'status'),
    board: text(query, 'board'),
    tag: text(query, 'tag'),
    sort,
  };
}

function queryOf({ q, status, board, tag, sort }: Filters): ListPublicFeedbackQuery {
  return {
    sort,
    ...(q !== '' && { q }),
    ...(status !== '' && { status: [status] }),
    ...(board !== '' && { board: [board] }),
    ...(tag !== '' && { tag: [tag] }),
  };
}

async function list(
  { client, settings, person }: Visit,
  query: ListPublicFeedbackQuery,
): Promise<{ records: Post[]; nextCursor: string | undefined }> {
  if (!person) return client.feedback.listPublic(settings.project, { ...query, include: publicMembers });
  return client.feedback.list(settings.project, { ...query, include: members });
}

function BoardPage({
  visit,
  filters,
  isFiltered,
  posts,
  next,
}: {
  visit: Visit;
  filters: Filters;
  isFiltered: boolean;
  posts: readonly Post[];
  next: string | undefined;
}): VNode {
  const { t } = visit;
  return (
    <>
      <div class="heading">
        <div class="heading__text">
          <h1>{t('feedback_heading')}</h1>
          <p class="heading__intro">{t('feedback_intro')}</p>
        </div>
        <a class="button button_float" href="/new">
          {t('submit')}
        </a>
      </div>
      <FilterForm visit={visit} filters={filters} isFiltered={isFiltered} />
      {posts.length === 0 ? (
        <div class="empty">
          <p>
            <strong>{t('nothing_found')}</strong> {t('nothing_found_hint')}
          </p>
          <a class="button button_secondary" href={`/new?title=${encodeURIComponent(filters.q)}`}>
            {t('submit')}
          </a>
        </div>
      ) : (
        <ul class="list">
          {posts.map((post) => (
            <li class="card card_row">
              <Vote visit={visit} post={post} />
              <PostSummary visit={visit} post={post} />
            </li>
          ))}
        </ul>
      )}
      <Pager visit={visit} cursor={next} />
    </>
  );
}

/** With the script, a change shows its results at once; the button is for pages without it. */
function FilterForm({
  visit,
  filters,
  isFiltered,
}: {
  visit: Visit;
  filters: Filters;
  isFiltered: boolean;
}): VNode {
  const { t, project } = visit;
  const select = (
    name: 'status' | 'board' | 'tag',
    all: string,
    options: readonly (readonly [string, string])[],
  ) =>
    options.length > 0 && (
      <Select compact label={t(name)} name={name} value={filters[name]} options={[['', all], ...options]} />
    );
  return (
    <form class="filters" action="/" role="search" aria-label={t('filters')} autocomplete="off" data-apply>
      <label class="filters__search">
        <span class="hidden">{t('search')}</span>
        <input
          class="input"
          type="search"
          name="q"
          value={filters.q}
          maxLength={200}
          placeholder={t('search')}
        />
      </label>
      <div class="filters__row">
        {select(
          'status',
          t('all_statuses'),
          project.statuses.map(({ key, name }) => [key, name] as const),
        )}
        {select(
          'board',
          t('all_boards'),
          project.boards.map(({ slug, name }) => [slug, name] as const),
        )}
        {select(
          'tag',
          t('all_tags'),
          project.tags.map(({ name }) => [name, name] as const),
        )}
        <Select
          compact
          label={t('sort')}
          name="sort"
          value={filters.sort}
          options={sorts.map((sort) => [sort, t(`sort_${sort}`)] as const)}
        />
        <noscript>
          <button class="button button_secondary">{t('apply')}</button>
        </noscript>
        {isFiltered && (
          <a class="filters__reset" href="/">
            {t('reset')}
          </a>
        )}
      </div>
    </form>
  );
}
