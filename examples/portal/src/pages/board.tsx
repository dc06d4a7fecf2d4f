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
  const isFiltered = filters.q !== '' || filters.status !== '' || filters.tag !== '';
  const [page, pinned] = await Promise.all([
    list(visit, { ...query, cursor, ...(!isFiltered && { pinned: false }) }),
    isFiltered || cursor ? undefined : list(visit, { ...query, pinned: true }),
  ]);
  const posts = [...(pinned?.records ?? []).map((post) => ({ ...post, pinned: true })), ...page.records];
  sendPage(response, {
    title: visit.t('board'),
    section: 'board',
    content: <BoardPage {...{ visit, filters, posts, next: page.nextCursor }} />,
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
  posts,
  next,
}: {
  visit: Visit;
  filters: Filters;
  posts: readonly Post[];
  next: string | undefined;
}): VNode {
  const { t } = visit;
  return (
    <>
      <div class="heading">
        <div>
          <h1>{t('feedback_heading')}</h1>
          <p>{t('feedback_intro')}</p>
        </div>
        <a class="button" href="/new">
          {t('submit')}
        </a>
      </div>
      <FilterForm visit={visit} filters={filters} />
      {posts.length === 0 ? (
        <p class="empty">
          <strong>{t('nothing_found')}</strong> {t('nothing_found_hint')}
        </p>
      ) : (
        <ul class="posts">
          {posts.map((post) => (
            <li class="card">
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

function FilterForm({ visit, filters }: { visit: Visit; filters: Filters }): VNode {
  const { t, project } = visit;
  const any = ['', t('any')] as const;
  return (
    <form class="filters" action="/" role="search" aria-label={t('filters')}>
      <label class="field grow">
        <span>{t('search')}</span>
        <input type="search" name="q" value={filters.q} maxLength={200} />
      </label>
      <Select
        label={t('status')}
        name="status"
        value={filters.status}
        options={[any, ...project.statuses.map(({ key, name }) => [key, name] as const)]}
      />
      {project.boards.length > 0 && (
        <Select
          label={t('board_filter')}
          name="board"
          value={filters.board}
          options={[any, ...project.boards.map(({ slug, name }) => [slug, name] as const)]}
        />
      )}
      {project.tags.length > 0 && (
        <Select
          label={t('tag')}
          name="tag"
          value={filters.tag}
          options={[any, ...project.tags.map(({ name }) => [name, name] as const)]}
        />
      )}
      <Select
        label={t('sort')}
        name="sort"
        value={filters.sort}
        options={sorts.map((sort) => [sort, t(`sort_${sort}`)] as const)}
      />
      <div class="field actions">
        <button>{t('apply')}</button>
        <a href="/">{t('reset')}</a>
      </div>
    </form>
  );
}
