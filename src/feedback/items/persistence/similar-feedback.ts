import { Conditions, type Sql } from '../../../platform/persistence/index.js';
import type { SearchedWord } from '../../../platform/search/index.js';
import type { ProjectReader } from '../../../project/index.js';
import { hasApproval } from './feedback-conditions.js';
import { findMatches } from './find-matches.js';
import { similarity, titleSteps, trigramsOf } from './title-similarity.js';
import { isVisible, seesAllApproved } from './visible-feedback.js';

/** The maximum number of titles that are compared with the searched one. */
const maxCompared = 100;

/** The maximum number of similar records that are returned. */
const maxSimilar = 20;

const newestDocuments = 's.created_at desc, s.feedback_id desc';

/** Returns the ids of feedback whose titles share words with the searched one, the most similar first. */
export async function findSimilar(
  sql: Sql,
  reader: ProjectReader,
  title: string,
  words: readonly SearchedWord[],
): Promise<string[]> {
  const wanted = trigramsOf(title);
  const candidates = (await withSimilarWords(sql, reader, words)).map(({ id, title: other }) => ({
    id,
    similarity: similarity(wanted, trigramsOf(other)),
  }));
  // A stable sort: candidates of equal similarity stay in the order in which they were found.
  return candidates
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxSimilar)
    .map(({ id }) => id);
}

/** Returns feedback whose title shares words with the searched one, most words first, then newest first. */
async function withSimilarWords(
  sql: Sql,
  reader: ProjectReader,
  words: readonly SearchedWord[],
): Promise<{ id: string; title: string }[]> {
  const { projectId } = reader;
  const found: { id: string; title: string }[] = [];
  for (const match of titleSteps(words)) {
    if (found.length >= maxCompared) break;
    const conditions = new Conditions([hasApproval.approved]).and(
      'f.merged_into is null and s.project_id = ?',
      projectId,
    );
    if (!seesAllApproved(reader)) {
      conditions.where.push(isVisible('f', reader, (value) => conditions.value(value)));
    }
    const from = await findMatches(sql.queryUnprepared, projectId, match, conditions, newestDocuments);
    const rows = await sql.queryUnprepared<{ id: string; title: string }>(
      `select f.id, f.title from ${from} join feedback f on f.id = s.feedback_id
       where ${conditions.where.join(' and ')} order by ${newestDocuments} limit ${maxCompared}`,
      conditions.values,
    );
    found.push(...rows);
  }
  return found;
}
