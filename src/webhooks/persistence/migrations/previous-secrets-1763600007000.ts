import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets several previous secrets of a webhook sign at the same time. */
export class PreviousSecrets1763600007000 implements MigrationInterface {
  readonly name = 'PreviousSecrets1763600007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The replaced secrets, oldest first, each with the end of its grace period: [{ "secret", "until" }].
      alter table webhooks add column previous_secrets jsonb not null default '[]';
      update webhooks
        set previous_secrets = jsonb_build_array(
          jsonb_build_object('secret', previous_secret, 'until', previous_secret_until))
        where previous_secret is not null and previous_secret_until is not null;
      alter table webhooks drop column previous_secret, drop column previous_secret_until;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhooks add column previous_secret text, add column previous_secret_until timestamptz(3);
      update webhooks
        set previous_secret = previous_secrets -> -1 ->> 'secret',
            previous_secret_until = (previous_secrets -> -1 ->> 'until')::timestamptz;
      alter table webhooks drop column previous_secrets;
    `);
  }
}
