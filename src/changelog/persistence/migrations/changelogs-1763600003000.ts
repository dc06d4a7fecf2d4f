import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changelog entries. */
export class Changelogs1763600003000 implements MigrationInterface {
  readonly name = 'Changelogs1763600003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table changelogs (
        id uuid primary key,
        project_id uuid not null constraint changelogs_project_id_fkey references projects (id) on delete cascade,
        author_id uuid not null references users (id),
        title text not null,
        slug text not null,
        summary text not null,
        content text not null,
        image text not null,
        publish_date timestamptz(3) not null,
        published boolean not null,
        constraint changelogs_slug_key unique (project_id, slug)
      );
      create index changelogs_list on changelogs (project_id, publish_date desc, id desc);
      create index changelogs_published on changelogs (project_id, published, publish_date desc, id desc);
      create index changelogs_author on changelogs (author_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table changelogs');
  }
}
