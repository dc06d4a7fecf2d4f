import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shows other modules which events are in the feed. */
export class EventRecords1763700071000 implements MigrationInterface {
  readonly name = 'EventRecords1763700071000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create or replace view event_records as ${records}, in_feed from events`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view event_records;
      create view event_records as ${records} from events;
    `);
  }
}

const records = `
  select id, type, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
    project_id, actor_id, data, previous`;
