import type { Conditions, RunStatement } from '../../../platform/persistence/index.js';
import { allOf, exact } from '../../../platform/search/index.js';
import { projectLexeme } from './feedback-search.js';
import type { Match } from './relevance.js';

/** The newest documents, by which the frequency of words is estimated. */
const sampleSize = 1_000;

/**
 * The share of documents from which a page is found sooner by reading all documents in their order than by sorting the
 * matches, since fetching a match through the index costs about ten times as much as the next document in order.
 */
const frequent = 0.005;

/**
 * Adds the condition that the search document of feedback matches, and returns what to select from, under the alias `s`: the
 * table, or the matches that its GIN index finds.
 *
 * PostgreSQL cannot make that choice, because it overestimates rare prefixes and underestimates frequent ones. So the
 * terms are counted in a sample of the newest documents, which takes about a millisecond.
 *
 * @param order the order of the list where it is one of columns of the table, so that what is joined is read for the
 * records of the page only
 */
export async function findMatches(
  run: RunStatement,
  projectId: string,
  { terms, excluded }: Match,
  conditions: Conditions,
  order?: string,
): Promise<string> {
  if (terms.length === 0) {
    conditions.where.push('false');
    return 'feedback_search s';
  }
  const queries = terms.map(({ query }) => query);
  const whole = allOf(excluded === undefined ? queries : [...queries, `!${excluded}`]);
  const [share = 0, ...shares] = await frequencies(run, projectId, [whole, ...queries]);
  // "is true" keeps PostgreSQL from using the GIN index.
  conditions.and('(s.document @@ ?::tsquery) is true', whole);
  if (share >= frequent) return 'feedback_search s';
  const rough = terms.flatMap((term, at) => (shares[at]! < frequent ? term.query : (term.rough ?? [])));
  const lookup = rough.length === 0 ? whole : allOf(rough);
  const lookedUp = conditions.value(allOf([exact(projectLexeme(projectId)), lookup]));
  const sorted = order === undefined ? '' : `order by ${order}`;
  return `(select * from feedback_search s where s.document @@ ${lookedUp}::tsquery ${sorted} offset 0) s`;
}

/** Returns for each `tsquery` the share of the newest documents of the project that it matches. */
async function frequencies(
  run: RunStatement,
  projectId: string,
  queries: readonly string[],
): Promise<number[]> {
  const shares = queries.map((_, at) => `coalesce(avg((document @@ $${at + 2}::tsquery)::int), 0)::float8`);
  const [row] = await run<{ shares: number[] }>(
    `select array[${shares.join(', ')}] as shares from (
       select document from feedback_search where project_id = $1
       order by created_at desc, feedback_id desc limit ${sampleSize}
     ) sample`,
    [projectId, ...queries],
  );
  return row!.shares;
}
