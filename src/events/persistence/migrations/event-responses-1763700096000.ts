import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the events be found whose feedback has an official response of a user. */
export class EventResponses1763700096000 implements MigrationInterface {
  readonly name = 'EventResponses1763700096000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index events_response_user on events ((data -> 'response' ->> 'user_id'), id)
        where data -> 'response' ->> 'user_id' is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index events_response_user');
  }
}
