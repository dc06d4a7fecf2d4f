import type { MigrationInterface, QueryRunner } from 'typeorm';
import { reindex } from '../../../platform/search/index.js';
import { changelogLexemes, changelogWords } from '../../entries/persistence/changelog-search.js';

/** Indexes all texts anew: words with a hyphen also as one, words with signs, and more letters folded. */
export class Changelog1764200002000 implements MigrationInterface {
  readonly name = 'Changelog1764200002000';

  /** Batches are transactions of their own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = {
      documents: 'changelog_search',
      id: 'changelog_id',
      texts: 'changelogs',
      columns: 't.title, t.summary, t.content',
      words: changelogWords,
    };
    type Text = { id: string; title: string; summary: string; content: string };
    await reindex<Text>(runner, table, changelogLexemes);
  }

  /** Former releases find texts by these documents as well. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}
