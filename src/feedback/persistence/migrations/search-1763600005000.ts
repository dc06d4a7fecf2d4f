import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createWords, learnWords } from '../../../platform/search/index.js';
import type { RunStatement } from '../../../platform/persistence/index.js';
import { feedbackLexemes, feedbackWords, indexFeedback, projectLexeme } from '../feedback-search.js';

const batch = 500;

/** What search knows of feedback. */
export class FeedbackSearch1763600005000 implements MigrationInterface {
  readonly name = 'FeedbackSearch1763600005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Apart from feedback, so that a vote, which moves the row in its table, does not touch the large index. The
      -- project and the time never change: they stand here for lists that are searched and sorted by them.
      create table feedback_search (
        feedback_id uuid primary key references feedback (id) on delete cascade,
        project_id uuid not null,
        created_at timestamptz(3) not null,
        document tsvector not null
      );
      -- So that frequent words are known as such: the 3,000 that are met most.
      alter table feedback_search alter column document set statistics 300;
      -- Without a list of pending entries, which every search would have to read through.
      create index feedback_search_document on feedback_search using gin (document) with (fastupdate = off);
      create index feedback_search_newest on feedback_search (project_id, created_at desc, feedback_id desc);
      ${createWords('feedback_words')}
    `);
    const run: RunStatement = (text, values) => runner.query(text, [...values]) as Promise<never[]>;
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await run<{ id: string; projectId: string; title: string; description: string }>(
        `select id, project_id as "projectId", title, description from feedback where id > $1 order by id limit ${batch}`,
        [last],
      );
      for (const feedback of rows) {
        const lexemes = feedbackLexemes(feedback);
        await run(indexFeedback, [feedback.id, [projectLexeme(feedback.projectId), ...lexemes]]);
        await learnWords(run, feedbackWords, lexemes);
      }
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feedback_search; drop table feedback_words');
  }
}
