import { titledLexemesOf } from '../../platform/search/index.js';

/** The table of all words of feedback, which is used to correct misspelt words. */
export const feedbackWords = 'feedback_words';

/** Returns the lexeme that all documents of a project have, and no word. It restricts the index to that project. */
export function projectLexeme(projectId: string): string {
  return `@${projectId}`;
}

/** Returns the lexemes of the title and the description. */
export function feedbackLexemes({ title, description }: { title: string; description: string }): string[] {
  return titledLexemesOf(title, description);
}
