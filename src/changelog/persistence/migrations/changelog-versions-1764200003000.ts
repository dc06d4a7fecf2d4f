import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets every column of an entry change its version, except those that its record does not depend on. */
export class ChangelogVersions1764200003000 implements MigrationInterface {
  readonly name = 'ChangelogVersions1764200003000';

  async up(runner: QueryRunner): Promise<void> {
    const others = `- '{announced,publisher_id,updated_at,version}'::text[]`;
    await runner.query(`
      drop trigger changelogs_version on changelogs;
      create trigger changelogs_version before update on changelogs for each row
        when (to_jsonb(old) ${others} is distinct from to_jsonb(new) ${others})
        execute function next_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger changelogs_version on changelogs;
      create trigger changelogs_version before update on changelogs for each row
        when ((old.title, old.summary, old.content, old.image, old.publish_date, old.published)
          is distinct from (new.title, new.summary, new.content, new.image, new.publish_date, new.published))
        execute function next_version();
    `);
  }
}
