import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates webhooks and deliveries. */
export class Webhooks1763600006000 implements MigrationInterface {
  readonly name = 'Webhooks1763600006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhooks (
        id uuid primary key,
        project_id uuid not null constraint webhooks_project_id_fkey references projects (id) on delete cascade,
        url text not null,
        description text not null,
        -- Empty: all types.
        event_types text[] not null,
        enabled boolean not null,
        disabled_reason text not null,
        secret text not null,
        -- The replaced secrets, oldest first, each with the end of its grace period: [{ "secret", "until" }].
        previous_secrets jsonb not null default '[]',
        -- The number of votes from which feedback.upvoted is sent; null: always.
        min_upvotes integer,
        -- Time of the first failure since the last success; null if the last attempt succeeded.
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create index webhooks_list on webhooks (project_id, created_at, id);
      -- Secrets and the outcome of deliveries are not in the record, so they do not change its version.
      create trigger webhooks_version before update on webhooks
        for each row when (
          (old.url, old.description, old.event_types, old.enabled, old.disabled_reason, old.min_upvotes)
          is distinct from
            (new.url, new.description, new.event_types, new.enabled, new.disabled_reason, new.min_upvotes)
        ) execute function next_version();

      create table deliveries (
        id uuid primary key,
        project_id uuid not null references projects (id) on delete cascade,
        -- Null: to the project's chat.
        webhook_id uuid references webhooks (id) on delete cascade,
        -- The webhook, or the project whose chat it is.
        target_id uuid not null generated always as (coalesce(webhook_id, project_id)) stored,
        event_id uuid not null references events (id) on delete cascade,
        event_type text not null,
        status text not null check (status in ('pending', 'delivered', 'failed')),
        created_at timestamptz(3) not null,
        next_attempt_at timestamptz(3),
        -- Failed attempts since the delivery was last requested.
        failures integer not null default 0,
        -- Until then one process is attempting it.
        leased_until timestamptz(3),
        attempts json not null default '[]'
      );
      create index deliveries_list on deliveries (webhook_id, created_at desc, id desc);
      create index deliveries_due on deliveries (target_id, next_attempt_at, id) where status = 'pending';
      create index deliveries_overdue on deliveries (next_attempt_at) where status = 'pending';
      create index deliveries_event on deliveries (event_id);
      create index deliveries_project on deliveries (project_id);
      create index deliveries_age on deliveries (created_at);

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
      drop table webhook_thresholds, deliveries, webhooks;
    `);
  }
}
