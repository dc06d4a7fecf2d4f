import { lexemesOf } from '../../platform/search/index.js';

/** The words of changelogs, by which slips are found. */
export const changelogWords = 'changelog_words';

/** The lexemes by which an entry is found. */
export function changelogLexemes(changelog: { title: string; summary: string; content: string }): string[] {
  return lexemesOf([changelog.title, changelog.summary, changelog.content].join('\n'));
}

/** SQL that makes what search knows of a stored entry agree with its texts: `$1` is its id, `$2` its lexemes. */
export const indexChangelog = `
  insert into changelog_search (changelog_id, document) values ($1, array_to_tsvector($2::text[]))
  on conflict (changelog_id) do update set document = excluded.document
  where changelog_search.document <> excluded.document`;
