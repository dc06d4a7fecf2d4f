import { documentOf, learnWords } from '../../platform/database/search.js';
import type { RunStatement } from '../../platform/database/sql.js';

/** The words of feedback, by which slips are found. */
export const feedbackWords = 'feedback_words';

/**
 * A lexeme of all documents of a project: with it, the index gives the feedback of this project only. No word begins
 * with its mark.
 */
export function projectLexeme(projectId: string): string {
  return `@${projectId}`;
}

/** Makes what search knows of stored feedback agree with its title and description. */
export async function indexFeedback(
  run: RunStatement,
  feedback: { id: string; projectId: string; title: string; description: string },
): Promise<void> {
  const lexemes = documentOf(feedback.title, feedback.description);
  const changed = await run(
    `insert into feedback_search (feedback_id, project_id, created_at, document)
     select id, project_id, created_at, array_to_tsvector($2::text[]) from feedback where id = $1
     on conflict (feedback_id) do update set document = excluded.document
     where feedback_search.document <> excluded.document
     returning feedback_id`,
    [feedback.id, [projectLexeme(feedback.projectId), ...lexemes]],
  );
  if (changed.length > 0) await learnWords(run, feedbackWords, lexemes);
}
