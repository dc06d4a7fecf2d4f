import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the events: the outbox that requests write to and the feed that is read from. */
export class Events1763600005000 implements MigrationInterface {
  readonly name = 'Events1763600005000';

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
        -- The position in the feed, assigned after the commit; null until then, and for events that are in no feed.
        position bigint,
        in_feed boolean not null default true
      );
      create sequence event_positions;
      create unique index events_feed on events (project_id, position);
      create index events_feed_by_type on events (project_id, type, position);
      create index events_without_position on events (id) where position is null and in_feed;
      create index events_age on events (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table events;
      drop sequence event_positions;
    `);
  }
}
