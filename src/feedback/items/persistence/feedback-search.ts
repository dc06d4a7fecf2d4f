import { Injectable } from '@nestjs/common';
import { lexemesOf, placedWords, spacedCompounds, UnusedWords } from '../../../platform/search/index.js';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';

/*
 * The search documents of feedback. Besides words they contain lexemes that begin with a mark, a character that no word
 * contains.
 */

/** The table of all words of feedback, which is used to correct misspelt words. */
export const feedbackWords = 'feedback_words';

const headLength = 3;

/** Returns the lexeme that all documents of a project have, and no word. It restricts the index to that project. */
export const projectLexeme = (projectId: string): string => `@${projectId}`;

/** Returns the lexeme that a word of the title has in addition to its own. */
export const titleLexeme = (lexeme: string): string => `=${lexeme}`;

/** Returns the lexeme that words with the same first letters share, or null for a word of fewer than three letters. */
export function headLexeme(word: string): string | null {
  const letters = [...word].slice(0, headLength);
  return letters.length < headLength ? null : `<${letters.join('')}`;
}

/** Returns the lexemes of title and description, without the project's lexeme. */
export function feedbackLexemes({ title, description }: { title: string; description: string }): string[] {
  const [ofTitle, ofAll] = [title, `${title}\n${description}`].map((text) => {
    const words = placedWords(text);
    const heads = words.flatMap((word) => (word.unspaced ? [] : (headLexeme(word.text) ?? [])));
    return [...lexemesOf(text, words), ...new Set(heads)];
  });
  const spaced = spacedCompounds(title);
  return [...[...ofTitle!, ...spaced].map(titleLexeme), ...ofAll!, ...spaced];
}

/** The words that no feedback contains any more. */
@Injectable()
export class UnusedFeedbackWords extends UnusedWords {
  constructor(sql: Sql, unitOfWork: TypeormUnitOfWork) {
    super(sql, unitOfWork, feedbackWords, 'feedback_search');
  }
}
