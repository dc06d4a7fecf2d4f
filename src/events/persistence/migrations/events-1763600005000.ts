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
      create index events_user on events
        ((coalesce(data ->> 'user_id', data ->> 'author_id', data -> 'user' ->> 'id')), id);
      create index events_response_user on events ((data -> 'response' ->> 'user_id'), id)
        where data -> 'response' ->> 'user_id' is not null;
      create index events_assignee on events ((data -> 'assignee' ->> 'id'), id)
        where data -> 'assignee' ->> 'id' is not null;
      create index events_age on events (created_at);

      -- The last of the events that have been removed from the feed of a project.
      create table removed_events (
        project_id uuid primary key references projects (id) on delete cascade,
        event_id uuid not null,
        position bigint not null
      );

      -- The records of events. Other modules read events through this view only.
      create view event_records as
        select id, type, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
          project_id, actor_id, data, previous, in_feed, position
        from events;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view event_records;
      drop table removed_events, events;
      drop sequence event_positions;
    `);
  }
}
