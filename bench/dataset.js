// The contents of a benchmark's database. All ids are computed from numbers, so that load generators know them.

const kinds = {
  user: '7001',
  project: '7002',
  config: '7003',
  tag: '7004',
  changelog: '7005',
  comment: '7006',
};

/** Ids of feedback contain the number of the project. */
const kindOfFeedback = (project) => `7${(0xf00 + project).toString(16)}`;

const prefixOf = (kind) => `01900000-0000-${kind}-8000-`;

const uuid = (kind, number) => `${prefixOf(kind)}${number.toString(16).padStart(12, '0')}`;

/** The nth id of a kind of records. */
export const idOf = (kind, number) => uuid(kinds[kind], number);

/** The nth feedback of a project. */
export const feedbackId = (project, number) => uuid(kindOfFeedback(project), number);

const uuidSql = (kind, number) => `('${prefixOf(kind)}' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** The same as {@link idOf} in SQL. `number` is SQL for a `bigint`. */
export const idSql = (kind, number) => uuidSql(kinds[kind], number);

/** The same as {@link feedbackId} in SQL. `number` is SQL for a `bigint`. */
export const feedbackIdSql = (project, number) => uuidSql(kindOfFeedback(project), number);

export const users = 2_000;

/** The first users have voted from the beginning. The votes of the others are cast by benchmarks. */
export const voters = 1_000;

/** Tags of each project with feedback, named `Tag 0` and so on. */
export const tags = 20;

export const statuses = ['in_review', 'planned', 'in_progress', 'completed', 'rejected'];

/** The time of the first feedback, and the distance between two in seconds. */
export const firstTime = '2024-01-01T00:00:00.000Z';
export const secondsApart = 30;

/**
 * Returns the projects: one for each number of `feedback`, one with `hot` feedback without votes, one with `changelogs`, an
 * empty one for new feedback, and `small` empty ones. The id of a project contains its number.
 *
 * @param {{ feedback: readonly number[]; hot: number; changelogs: number; small: number }} sizes
 */
export function dataset({ feedback, hot, changelogs, small }) {
  return {
    feedback: feedback.map((rows, number) => ({ slug: `feedback-${rows}`, number, rows })),
    hot: { slug: 'hot', number: 50, rows: hot },
    changelogs: { slug: 'changelogs', number: 51, rows: changelogs },
    posts: { slug: 'posts', number: 52 },
    small: Array.from({ length: small }, (_, at) => ({ slug: `small-${at}`, number: 100 + at })),
  };
}

/** @typedef {ReturnType<typeof dataset>} Dataset */
