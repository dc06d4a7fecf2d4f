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
        -- The secret before the last rotation, which also signs until the grace period ends.
        previous_secret text,
        previous_secret_until timestamptz(3),
        -- Time of the first failure since the last success; null if the last attempt succeeded.
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create index webhooks_list on webhooks (project_id, created_at, id);
      -- Secrets and the outcome of deliveries are not in the record, so they do not change its version.
      create trigger webhooks_version before update on webhooks
        for each row when (
          (old.url, old.description, old.event_types, old.enabled, old.disabled_reason)
          is distinct from (new.url, new.description, new.event_types, new.enabled, new.disabled_reason)
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
      create index deliveries_event on deliveries (event_id);
      create index deliveries_project on deliveries (project_id);
      create index deliveries_age on deliveries (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table deliveries;
      drop table webhooks;
    `);
  }
}
