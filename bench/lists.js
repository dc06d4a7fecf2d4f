// Measures whether the cost of a page depends on the length of the list and on the position of the page.
import 'reflect-metadata';
import { FeedbackListQuery } from '../dist/feedback/items/http/feedback-list.dto.js';
import { firstTime, idOf, secondsApart } from './dataset.js';
import { largest } from './operations.js';
import { median, shown } from './report.js';

const limit = 50;

/** The number of requests for a page before the next one is measured. */
const inARow = 5;

/** The maximum ratio of the times of two pages that should cost the same. */
const mostRatio = 1.1;

/** The time in the middle of a project's feedback. */
function middleOf({ rows }) {
  return new Date(Date.parse(firstTime) + (rows / 2) * secondsApart * 1_000).toISOString();
}

/**
 * All sort orders and filters. A filter selects the same share of each project, so that every page is full.
 *
 * @type {Record<string, { query: (project: { rows: number }) => Record<string, string>; sort?: string; where?: string }>}
 */
const cases = {
  'newest first': { query: () => ({}) },
  'oldest first': { query: () => ({ sort: 'oldest' }) },
  'most upvoted first': { query: () => ({ sort: 'most_upvoted' }) },
  'most commented first': { query: () => ({ sort: 'most_commented' }) },
  'of a status': { query: () => ({ status: 'planned' }), where: "f.status = 'planned'" },
  'with a tag': {
    query: () => ({ tag: 'Tag 3' }),
    where: `f.id in (select ft.feedback_id from feedback_tags ft join tags t on t.id = ft.tag_id
      where t.project_id = $1 and t.name = 'Tag 3')`,
  },
  'of a user': { query: () => ({ user_id: idOf('user', 0) }), where: `f.user_id = '${idOf('user', 0)}'` },
  'from a time on': {
    query: (project) => ({ created_after: middleOf(project) }),
    where: 'f.created_at >= $2::timestamptz',
  },
  'before a time': {
    query: (project) => ({ created_before: middleOf(project) }),
    where: 'f.created_at < $2::timestamptz',
  },
};

const columns = { most_upvoted: 'upvotes', most_commented: 'comment_count' };

/** Returns the position of the record in the middle of the list. */
async function positionOf(client, project, { query, where = 'true' }) {
  const { sort = 'newest' } = query(project);
  const column = columns[sort] ?? 'created_at';
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  const parameters = [idOf('project', project.number), ...(where.includes('$2') ? [middleOf(project)] : [])];
  const list = `from feedback f where f.project_id = $1 and f.merged_into is null and ${where}`;
  const { rows } = await client.query(
    `select f.${column} as value, f.id ${list} order by f.${column} ${direction}, f.id ${direction}
     limit 1 offset (select count(*) / 2 ${list})`,
    parameters,
  );
  const [{ value, id }] = rows;
  return [value instanceof Date ? value.toISOString() : String(value), id];
}

function pathOf(project, query, cursor) {
  const parameters = new URLSearchParams({ ...query, limit: String(limit), ...(cursor ? { cursor } : {}) });
  return `/v1/projects/${project.slug}/feedback?${parameters.toString()}`;
}

/** Returns the cursor that the service would return after the record at that position. */
function cursorAt(project, query, position) {
  const { status, tag, ...rest } = query;
  const lists = { ...(status ? { status: [status] } : {}), ...(tag ? { tag: [tag] } : {}) };
  const [, cursor] = Object.assign(new FeedbackListQuery(), { ...rest, ...lists }).nextCursor(
    position,
    idOf('project', project.number),
  );
  return cursor;
}

/** @throws Error unless the page is full and starts after the position */
async function check(ask, path, position) {
  const records = await ask(path);
  const isBehind = position === undefined || !records.some(({ id }) => id === position[1]);
  if (records.length !== limit || !isBehind) throw new Error(`Not a full page: ${path}`);
}

/**
 * Measures the time of a page in milliseconds, on one connection: the first one of the smallest and of the largest project,
 * and one from the middle of the latter. Slow pages are requested less often, to take about `budget` seconds in all.
 */
export async function measureLists({
  client,
  base,
  ask,
  dataset,
  load,
  repetitions,
  budget,
  reportProgress,
}) {
  const [small, large] = [dataset.feedback[0], largest(dataset)];
  const pages = [];
  for (const [name, each] of Object.entries(cases)) {
    reportProgress(`list, ${name}`);
    const position = await positionOf(client, large, each);
    const query = each.query(large);
    const paths = {
      small: pathOf(small, each.query(small)),
      large: pathOf(large, query),
      middle: pathOf(large, query, cursorAt(large, query, position)),
    };
    for (const [which, path] of Object.entries(paths)) {
      await check(ask, path, which === 'middle' ? position : undefined);
    }
    pages.push({ name, paths, times: { small: [], large: [], middle: [] }, spent: 0, failures: {} });
  }
  // The first repetition warms up the caches.
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const page of pages.filter(({ spent }) => repetition <= 1 || spent < budget)) {
      reportProgress(`list, ${page.name}`);
      for (const [which, path] of Object.entries(page.paths)) {
        const outcome = await load.run({ base, paths: [path], connections: 1, amount: inARow });
        Object.assign(page.failures, outcome.failures);
        page.spent += outcome.seconds;
        if (repetition > 0) page.times[which].push(outcome.p50);
      }
    }
  }
  return pages.map(({ name, times, failures }) => {
    const [first, far, middle] = [times.small, times.large, times.middle].map(median);
    return {
      list: name,
      small: first,
      large: far,
      middle,
      bySize: far / first,
      byPlace: middle / far,
      failures,
    };
  });
}

export function checkLists(lists) {
  return lists.flatMap(({ list, bySize, byPlace }) =>
    [
      [`list ${list}: largest project, of the smallest`, bySize],
      [`list ${list}: middle page, of the first`, byPlace],
    ].map(([what, ratio]) => ({
      what,
      is: shown(ratio, 2),
      target: `≤ ${shown(mostRatio, 2)}`,
      isMet: ratio <= mostRatio,
    })),
  );
}

export function tableOfLists(lists, dataset) {
  const [small, large] = [dataset.feedback[0], largest(dataset)].map(({ rows }) => shown(rows));
  return {
    head: [
      ...['50 feedback, ms on one connection', `of ${small}`, `of ${large}`, 'ratio'],
      ...[`from the middle of ${large}`, 'ratio'],
    ],
    rows: lists.map(({ list, small: first, large: far, middle, bySize, byPlace }) => [
      list,
      ...[shown(first, 2), shown(far, 2), shown(bySize, 2), shown(middle, 2), shown(byPlace, 2)],
    ]),
  };
}
