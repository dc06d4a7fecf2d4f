import type { MigrationInterface, QueryRunner } from 'typeorm';

const recordColumns = ['url', 'description', 'event_types', 'enabled', 'disabled_reason'];

/** Adds the condition of a webhook on the number of votes. */
export class WebhookConditions1763600010000 implements MigrationInterface {
  readonly name = 'WebhookConditions1763600010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The number of votes from which feedback.upvoted is sent; null: always.
      alter table webhooks add column min_upvotes integer;
      ${versionTrigger([...recordColumns, 'min_upvotes'])}

      -- The feedback whose event feedback.upvoted was sent to a webhook with a condition.
      create table webhook_thresholds (
        webhook_id uuid not null references webhooks (id) on delete cascade,
        feedback_id uuid not null,
        min_upvotes integer not null,
        primary key (webhook_id, feedback_id, min_upvotes)
      );
      create index webhook_thresholds_feedback on webhook_thresholds (feedback_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_thresholds;
      ${versionTrigger(recordColumns)}
      alter table webhooks drop column min_upvotes;
    `);
  }
}

/** Replaces the trigger: the version changes with the columns that are in the record. */
function versionTrigger(columns: readonly string[]): string {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  return `
      drop trigger webhooks_version on webhooks;
      create trigger webhooks_version before update on webhooks
        for each row when (${row('old')} is distinct from ${row('new')}) execute function next_version();`;
}
