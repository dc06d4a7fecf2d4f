import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { lruCache } from '../../../platform/caches/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { allOf, anyOf } from '../../../platform/search/index.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { type Candidate, Candidates } from '../application/candidates.js';
import type { ComparableFeedback } from '../domain/duplicate-finder.js';
import { TermStatistics } from '../domain/duplicate-score.js';
import { termOfLexeme, termQuery, termsOf } from './terms.js';

/** The newest documents, by which the frequency of terms is estimated. */
const sampleSize = 1_000;

/** The numbers of rarest terms of the title, and of the whole text, by which candidates are found. */
const [maxTitleTerms, maxTerms] = [5, 6];

/** The number of the rarest terms of the whole text that candidates share. */
const sharedTerms = 3;

/** The numbers of candidates that each step finds, and that are compared besides as many that are suggested. */
const [maxFound, maxCompared] = [40, 100];

/** How long the statistics of a project with a full sample are used, in milliseconds. */
const statisticsAge = 10 * 60_000;

const columns = `f.id, f.title, left(f.description, 4000) as description, f.board, f.fields, f.user_id as "userId"`;

/** The most frequent lexemes of the sample that are counted. Texts of people have fewer. */
const maxCounted = 20_000;

/** The number of lexemes whose terms are counted in one turn. */
const countedPerTurn = 1_000;

/** Lexemes that begin with a mark are no words. */
const countLexemes = `
  select word, ndoc from ts_stat(format(
    'select document from feedback_documents where project_id = %L order by created_at desc, feedback_id desc limit ${sampleSize}',
    $1::uuid
  )) where ndoc > 1 and word !~ '^[@=<+]|[+#]$' order by ndoc desc limit ${maxCounted}`;

const countDocuments = `
  select count(*)::int as count from (select from feedback_documents where project_id = $1 limit ${sampleSize}) d`;

/**
 * `$1` the project, `$2` the feedback, `$3` the queries. Each is looked up in the index of documents by itself. Without `offset 0`,
 * PostgreSQL may read all feedback of a project that has grown since it was analyzed.
 */
const findCandidates = `
  select ${columns}
  from (
    (
      select m.feedback_id
      from unnest($3::text[]) with ordinality as q (query, step)
      cross join lateral (
        select d.feedback_id from feedback_documents d
        where d.document @@ (quote_literal('@' || $1::uuid) || ' & ' || q.query)::tsquery
        limit ${maxFound}
      ) m
      where m.feedback_id <> $2::uuid
      group by m.feedback_id order by min(q.step) limit ${maxCompared}
    ) union (
      select case when d.feedback_id = $2::uuid then d.of_id else d.feedback_id end from feedback_duplicates d
      where (d.feedback_id = $2::uuid or d.of_id = $2::uuid) and not d.dismissed
      order by d.score desc limit ${maxCompared}
    )
  ) m
  cross join lateral (select * from comparable_feedback f where f.id = m.feedback_id offset 0) f
  where f.project_id = $1`;

type Row = ComparableFeedback & Record<string, unknown>;

/** Uses SQL, because it only reads, like queries, by the index of search documents. */
@Injectable()
export class SqlCandidates extends Candidates {
  private readonly known = lruCache<TermStatistics>(20, { ttl: statisticsAge });

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  override async comparable(projectId: string, ids: readonly string[]): Promise<ComparableFeedback[]> {
    return this.sql.rows<Row>(
      `select ${columns} from comparable_feedback f where f.project_id = $1 and f.id = any($2::uuid[])`,
      [projectId, ids],
    );
  }

  override async statistics(projectId: string): Promise<TermStatistics> {
    const known = this.known.get(projectId);
    if (known) return known;
    const documents = (await this.sql.row<{ count: number }>(countDocuments, [projectId]))!.count;
    const lexemes = await this.sql.rows<{ word: string; ndoc: number }>(countLexemes, [projectId]);
    const counts = new Map<string, number>();
    for (const [index, { word, ndoc }] of lexemes.entries()) {
      if (index % countedPerTurn === 0) await nextTurn();
      const term = termOfLexeme(word);
      counts.set(term, Math.min(documents, (counts.get(term) ?? 0) + ndoc));
    }
    const statistics = new TermStatistics(documents, counts);
    // Those of a smaller project may soon be others.
    if (documents === sampleSize) this.known.set(projectId, statistics);
    return statistics;
  }

  override async of(
    projectId: string,
    feedback: ComparableFeedback,
    statistics: TermStatistics,
  ): Promise<{ subject: Candidate; candidates: AsyncIterable<Candidate> }> {
    const subject = withTerms(feedback);
    const queries = queriesFor(subject, statistics);
    if (queries.length === 0) return { subject, candidates: inTurns([]) };
    const rows = await this.unitOfWork.run(async () => {
      // PostgreSQL overestimates the matches of prefixes, and would read all documents.
      await this.sql.rows(`select set_config('enable_seqscan', 'off', true)`);
      return this.sql.rows<Row>(findCandidates, [projectId, feedback.id, queries]);
    });
    return { subject, candidates: inTurns(rows) };
  }
}

async function* inTurns(rows: readonly Row[]): AsyncGenerator<Candidate> {
  for (const row of rows) {
    yield withTerms(row);
    await nextTurn();
  }
}

function withTerms(feedback: ComparableFeedback): Candidate {
  const { id, title, description, board, fields, userId } = feedback;
  return {
    ...{ id, board, fields, userId },
    titleTerms: termsOf(title),
    terms: termsOf(`${title}\n${description}`),
    hasDescription: description.trim() !== '',
  };
}

/**
 * Returns the steps in which candidates are found, as `tsquery` texts: first those that share all of the rarest terms of the
 * title, then all but one, down to half of them, and last those that share several of the rarest terms of the whole text.
 *
 * Terms that more records of the sample contain than a step finds are left out, since too many records share them. If the
 * title has no others, candidates share all of its rarest terms.
 */
function queriesFor({ titleTerms, terms }: Candidate, statistics: TermStatistics): string[] {
  const rarest = (all: readonly string[], count: number) =>
    [...all].sort((a, b) => statistics.weightOf(b) - statistics.weightOf(a)).slice(0, count);
  const telling = titleTerms.filter((term) => statistics.countOf(term) <= maxFound);
  const ofTitle = rarest(telling.length > 0 ? telling : titleTerms, maxTitleTerms).map(termQuery);
  const fewest = telling.length > 0 ? Math.max(1, Math.floor(ofTitle.length / 2)) : ofTitle.length;
  const counts = ofTitle.map((_, missing) => ofTitle.length - missing).filter((count) => count >= fewest);
  const steps = counts.map((count) => combinations(ofTitle, count));
  if (terms.length > sharedTerms) {
    steps.push(combinations(rarest(terms, maxTerms).map(termQuery), sharedTerms));
  }
  return steps.map((selections) => anyOf(selections.map(allOf)));
}

/** Returns all selections of `count` items. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) =>
    combinations(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
