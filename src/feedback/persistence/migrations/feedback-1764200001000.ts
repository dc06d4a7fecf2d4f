import type { MigrationInterface, QueryRunner } from 'typeorm';
import { reindex } from '../../../platform/search/index.js';
import { feedbackLexemes, feedbackWords, projectLexeme } from '../../items/persistence/feedback-search.js';

/** Indexes all texts anew: words with a hyphen also as one, words with signs, and more letters folded. */
export class Feedback1764200001000 implements MigrationInterface {
  readonly name = 'Feedback1764200001000';

  /** Batches are transactions of their own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = {
      documents: 'feedback_search',
      id: 'feedback_id',
      texts: 'feedback',
      columns: 't.project_id, t.title, t.description',
      words: feedbackWords,
    };
    type Text = { id: string; project_id: string; title: string; description: string };
    await reindex<Text>(runner, table, (text) => [projectLexeme(text.project_id), ...feedbackLexemes(text)]);
  }

  /** Former releases find texts by these documents as well. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}
