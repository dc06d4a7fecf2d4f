import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the events about a user be found. */
export class EventUsers1763700002000 implements MigrationInterface {
  readonly name = 'EventUsers1763700002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index events_user on events
        ((coalesce(data ->> 'user_id', data ->> 'author_id', data -> 'user' ->> 'id')), id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_user');
  }
}
