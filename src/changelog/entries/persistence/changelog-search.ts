import { Injectable } from '@nestjs/common';
import { lexemesOf, spacedCompounds, UnusedWords } from '../../../platform/search/index.js';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';

/** The table of all words of changelog entries, which is used to correct misspelt words. */
export const changelogWords = 'changelog_words';

/** Returns the lexemes of the title, the summary and the content. */
export function changelogLexemes(changelog: { title: string; summary: string; content: string }): string[] {
  const { title, summary, content } = changelog;
  return [...lexemesOf([title, summary, content].join('\n')), ...spacedCompounds(title)];
}

/** The words that no changelog entry contains any more. */
@Injectable()
export class UnusedChangelogWords extends UnusedWords {
  constructor(sql: Sql, unitOfWork: TypeormUnitOfWork) {
    super(sql, unitOfWork, changelogWords, 'changelog_search');
  }
}
