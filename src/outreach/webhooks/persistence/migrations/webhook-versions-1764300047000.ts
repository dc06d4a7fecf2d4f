import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets every column of a webhook change its version, except secrets and the outcome of deliveries, which its record does not have. */
export class WebhookVersions1764300047000 implements MigrationInterface {
  readonly name = 'WebhookVersions1764300047000';

  async up(runner: QueryRunner): Promise<void> {
    const others = `- '{secret,previous_secrets,failing_since,version}'::text[]`;
    await runner.query(`
      drop trigger webhooks_version on webhooks;
      create trigger webhooks_version before update on webhooks for each row
        when (to_jsonb(old) ${others} is distinct from to_jsonb(new) ${others})
        execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger webhooks_version on webhooks;
      create trigger webhooks_version before update on webhooks for each row
        when ((old.url, old.description, old.event_types, old.enabled, old.disabled_reason, old.min_upvotes)
          is distinct from (new.url, new.description, new.event_types, new.enabled, new.disabled_reason, new.min_upvotes))
        execute function next_version();
    `);
  }
}
