import { lexemesOf } from '../../platform/search/index.js';

/** The table of all words of changelog entries, which is used to correct misspelt words. */
export const changelogWords = 'changelog_words';

/** Returns the lexemes of the title, the summary and the content. */
export function changelogLexemes(changelog: { title: string; summary: string; content: string }): string[] {
  return lexemesOf([changelog.title, changelog.summary, changelog.content].join('\n'));
}

/** SQL that updates the search document of a stored entry. `$1` is its id, `$2` its lexemes. */
export const indexChangelog = `
  insert into changelog_search (changelog_id, document) values ($1, array_to_tsvector($2::text[]))
  on conflict (changelog_id) do update set document = excluded.document
  where changelog_search.document <> excluded.document`;
