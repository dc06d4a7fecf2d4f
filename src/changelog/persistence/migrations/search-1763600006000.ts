import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createWords, learnWords } from '../../../platform/search/index.js';
import type { RunStatement } from '../../../platform/persistence/index.js';
import { changelogLexemes, changelogWords, indexChangelog } from '../changelog-search.js';

const batch = 100;

/** What search knows of changelogs. */
export class ChangelogSearch1763600006000 implements MigrationInterface {
  readonly name = 'ChangelogSearch1763600006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table changelog_search (
        changelog_id uuid primary key references changelogs (id) on delete cascade,
        document tsvector not null
      );
      -- Without a list of pending entries, which every search would have to read through.
      create index changelog_search_document on changelog_search using gin (document) with (fastupdate = off);
      ${createWords('changelog_words')}
    `);
    const run: RunStatement = (text, values) => runner.query(text, [...values]) as Promise<never[]>;
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await run<{ id: string; title: string; summary: string; content: string }>(
        `select id, title, summary, content from changelogs where id > $1 order by id limit ${batch}`,
        [last],
      );
      for (const changelog of rows) {
        const lexemes = changelogLexemes(changelog);
        await run(indexChangelog, [changelog.id, lexemes]);
        await learnWords(run, changelogWords, lexemes);
      }
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table changelog_search; drop table changelog_words');
  }
}
