import { documentOf } from '../../platform/search/index.js';

/** The words of feedback, by which slips are found. */
export const feedbackWords = 'feedback_words';

/**
 * A lexeme of all documents of a project: with it, the index gives the feedback of this project only. No word begins
 * with its mark.
 */
export function projectLexeme(projectId: string): string {
  return `@${projectId}`;
}

/** The lexemes by which feedback is found. */
export function feedbackLexemes({ title, description }: { title: string; description: string }): string[] {
  return documentOf(title, description);
}

/** SQL that makes what search knows of stored feedback agree with its texts: `$1` is its id, `$2` all lexemes. */
export const indexFeedback = `
  insert into feedback_search (feedback_id, project_id, created_at, document)
  select id, project_id, created_at, array_to_tsvector($2::text[]) from feedback where id = $1
  on conflict (feedback_id) do update set document = excluded.document
  where feedback_search.document <> excluded.document`;
