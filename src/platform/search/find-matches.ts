import type { Conditions, RunStatement } from '../persistence/index.js';
import { allOf, exact } from './lexemes.js';
import type { Match, Term } from './search-query.js';

/** A table of search documents, with a GIN index on its column `document`. */
export interface Documents {
  readonly table: string;
  /** The lexeme of the documents that are searched. */
  readonly scope: string;
  /** The condition on columns of the table that selects the same documents; `?` stands for `scopeValue`. */
  readonly scopeCondition: string;
  readonly scopeValue: unknown;
  /** The order in which a B-tree index has these documents, the newest first. */
  readonly newest: string;
}

/** The newest documents, by which the frequency of words is estimated. */
const sampleSize = 1_000;

/**
 * The share of documents from which a page is found sooner by reading all documents in their order than by sorting the
 * matches, since fetching a match through the index costs about ten times as much as the next document in order.
 */
const frequent = 0.005;

/**
 * Adds the condition that a document matches, and returns what to select from, under the alias `s`: the table, or the
 * matches that the GIN index finds.
 *
 * PostgreSQL cannot make that choice, because it overestimates rare prefixes and underestimates frequent ones. So the
 * terms are counted in a sample of the newest documents, which takes about a millisecond.
 *
 * @param order the order of the list where it is one of columns of the table, so that what is joined is read for the
 * records of the page only
 */
export async function findMatches(
  run: RunStatement,
  documents: Documents,
  match: Match,
  conditions: Conditions,
  order?: string,
): Promise<string> {
  const { table, scope } = documents;
  const whole = tsqueryOf(match);
  if (match.terms.length === 0) {
    conditions.where.push('false');
    return `${table} s`;
  }
  const [share = 0, ...shares] = await frequencies(run, documents, [whole, ...match.terms.map(queryOf)]);
  // "is true" keeps PostgreSQL from using the GIN index.
  conditions.and('(s.document @@ ?::tsquery) is true', whole);
  if (share >= frequent) return `${table} s`;
  const rough = match.terms.flatMap((term, at) => (shares[at]! < frequent ? term.query : (term.rough ?? [])));
  const lookup = rough.length === 0 ? whole : allOf(rough);
  const lookedUp = conditions.value(allOf([exact(scope), lookup]));
  const sorted = order === undefined ? '' : `order by ${order}`;
  return `(select * from ${table} s where s.document @@ ${lookedUp}::tsquery ${sorted} offset 0) s`;
}

/** Adds the condition that a document, under the alias `s`, matches. */
export function requireMatch(conditions: Conditions, match: Match): void {
  conditions.and('s.document @@ ?::tsquery', tsqueryOf(match));
}

function tsqueryOf({ terms, excluded }: Match): string {
  if (terms.length === 0) return '';
  return allOf([...terms.map(queryOf), ...(excluded === undefined ? [] : [`!${excluded}`])]);
}

const queryOf = ({ query }: Term): string => query;

/** Returns for each `tsquery` the share of the newest documents that it matches. */
async function frequencies(
  run: RunStatement,
  { table, scopeCondition, scopeValue, newest }: Documents,
  queries: readonly string[],
): Promise<number[]> {
  const shares = queries.map((_, at) => `coalesce(avg((document @@ $${at + 2}::tsquery)::int), 0)::float8`);
  const [row] = await run<{ shares: number[] }>(
    `select array[${shares.join(', ')}] as shares from (
       select document from ${table} s where ${scopeCondition.replaceAll('?', '$1')} order by ${newest} limit ${sampleSize}
     ) sample`,
    [scopeValue, ...queries],
  );
  return row!.shares;
}
