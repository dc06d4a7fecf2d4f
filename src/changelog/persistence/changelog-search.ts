import { learnWords } from '../../platform/database/search.js';
import type { RunStatement } from '../../platform/database/sql.js';
import { lexemesOf } from '../../platform/database/search-text.js';

/** The words of changelogs, by which slips are found. */
export const changelogWords = 'changelog_words';

/** Makes what search knows of a stored entry agree with its texts. */
export async function indexChangelog(
  run: RunStatement,
  changelog: { id: string; title: string; summary: string; content: string },
): Promise<void> {
  const lexemes = lexemesOf([changelog.title, changelog.summary, changelog.content].join('\n'));
  const changed = await run(
    `insert into changelog_search (changelog_id, document) values ($1, array_to_tsvector($2::text[]))
     on conflict (changelog_id) do update set document = excluded.document
     where changelog_search.document <> excluded.document
     returning changelog_id`,
    [changelog.id, lexemes],
  );
  if (changed.length > 0) await learnWords(run, changelogWords, lexemes);
}
