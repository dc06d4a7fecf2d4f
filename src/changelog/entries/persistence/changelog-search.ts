import { lexemesOf, spacedCompounds } from '../../../platform/search/index.js';

/** The table of all words of changelog entries, which is used to correct misspelt words. */
export const changelogWords = 'changelog_words';

/** Returns the lexemes of the title, the summary and the content. */
export function changelogLexemes(changelog: { title: string; summary: string; content: string }): string[] {
  const { title, summary, content } = changelog;
  return [...lexemesOf([title, summary, content].join('\n')), ...spacedCompounds(title)];
}
