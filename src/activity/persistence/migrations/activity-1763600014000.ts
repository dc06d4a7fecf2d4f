import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events, webhooks, and what is delivered to whom. */
export class Activity1763600014000 implements MigrationInterface {
  readonly name = 'Activity1763600014000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table events (
        id uuid primary key,
        project_id uuid not null constraint events_project_id_fkey references projects (id) on delete cascade,
        type text not null,
        created_at timestamptz(3) not null,
        actor_id uuid not null,
        data json not null,
        previous json not null,
        -- The place in the feed, given after the commit; null until then, and for what is in no feed.
        position bigint,
        in_feed boolean not null default true
      );
      create sequence event_positions;
      create unique index events_feed on events (project_id, position);
      create index events_feed_by_type on events (project_id, type, position);
      create index events_without_position on events (id) where position is null and in_feed;
      create index events_age on events (created_at);

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
        -- The secret before the last rotation, which signs too for a while.
        previous_secret text,
        previous_secret_until timestamptz(3),
        -- Since when no attempt has succeeded.
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        version bigint not null default 1
      );
      create index webhooks_list on webhooks (project_id, created_at, id);
      -- Of what the API shows: neither secrets nor how deliveries fare make another version.
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
        -- The webhook, or for the chat the project.
        target_id uuid not null generated always as (coalesce(webhook_id, project_id)) stored,
        event_id uuid not null references events (id) on delete cascade,
        event_type text not null,
        status text not null check (status in ('pending', 'delivered', 'failed')),
        created_at timestamptz(3) not null,
        next_attempt_at timestamptz(3),
        -- Attempts that failed since it was last to be sent.
        failures integer not null default 0,
        -- Until then somebody is at it.
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
      drop table events;
      drop sequence event_positions;
    `);
  }
}
