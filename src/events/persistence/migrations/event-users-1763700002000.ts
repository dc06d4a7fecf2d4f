import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the events about a user be found, and other modules read events. */
export class EventUsers1763700002000 implements MigrationInterface {
  readonly name = 'EventUsers1763700002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index events_user on events
        ((coalesce(data ->> 'user_id', data ->> 'author_id', data -> 'user' ->> 'id')), id);

      -- The records of events. Other modules read events through this view only.
      create view event_records as
        select id, type, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
          project_id, actor_id, data, previous
        from events;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view event_records;
      drop index events_user;
    `);
  }
}
