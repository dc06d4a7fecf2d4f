import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Initial1796000000000 implements MigrationInterface {
  readonly name = 'Initial1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table public.users (
        id uuid primary key default gen_random_uuid(),
        email text not null unique, name text not null, password text not null,
        admin boolean not null default false, suspended boolean not null default false,
        created timestamptz not null default now()
      );
      create index on public.users (nullif(lower(email), ''));
      -- The users in the columns that the service reads.
      create view public.people as
        select id, email, name as full_name, '' as avatar_url, admin as instance_admin, created as created_at
        from public.users;
      create table public.roadmap_items (
        feedback_id uuid primary key, quarter text not null, budget integer not null,
        confidential boolean not null, state text not null default 'planned'
      );
      create index roadmap_items_dearest on public.roadmap_items (budget desc, feedback_id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table public.roadmap_items; drop view public.people; drop table public.users');
  }
}
