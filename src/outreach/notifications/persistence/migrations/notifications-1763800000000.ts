import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates subscriptions, preferences and notifications. */
export class Notifications1763800000000 implements MigrationInterface {
  readonly name = 'Notifications1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback_subscriptions (
        feedback_id uuid not null constraint feedback_subscriptions_feedback_id_fkey
          references feedback (id) on delete cascade,
        user_id uuid not null constraint feedback_subscriptions_user_id_fkey references users (id),
        -- The project of the feedback, which never changes.
        project_id uuid not null,
        -- False if the user has unsubscribed, and is not to be subscribed automatically.
        subscribed boolean not null,
        created_at timestamptz(3) not null,
        primary key (feedback_id, user_id)
      );
      create index feedback_subscriptions_list on feedback_subscriptions (feedback_id, created_at, user_id)
        where subscribed;
      create index feedback_subscriptions_user on feedback_subscriptions (user_id, feedback_id);
      create index feedback_subscriptions_project on feedback_subscriptions (project_id);

      create table changelog_subscriptions (
        project_id uuid not null constraint changelog_subscriptions_project_id_fkey
          references projects (id) on delete cascade,
        user_id uuid not null constraint changelog_subscriptions_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        primary key (project_id, user_id)
      );
      create index changelog_subscriptions_user on changelog_subscriptions (user_id, project_id);

      create table notification_preferences (
        user_id uuid primary key references users (id),
        auto_subscribe boolean not null,
        mail text not null check (mail in ('each', 'daily', 'weekly', 'off')),
        time_zone text not null,
        -- A language tag (BCP 47); '' if none was chosen.
        locale text not null
      );

      create table notifications (
        id uuid primary key,
        user_id uuid not null references users (id),
        -- The event that it is about, which may have been removed.
        event_id uuid not null,
        project_id uuid not null references projects (id) on delete cascade,
        type text not null,
        feedback_id uuid references feedback (id) on delete cascade,
        comment_id uuid references comments (id) on delete cascade,
        changelog_id uuid references changelogs (id) on delete cascade,
        actor_id uuid not null references users (id),
        -- Time of the event.
        created_at timestamptz(3) not null,
        read_at timestamptz(3),
        constraint notifications_user_event_key unique (user_id, event_id)
      );
      create index notifications_list on notifications (user_id, created_at desc, id desc);
      create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
      create index notifications_age on notifications (created_at);
      create index notifications_project on notifications (project_id);
      create index notifications_feedback on notifications (feedback_id) where feedback_id is not null;
      create index notifications_comment on notifications (comment_id) where comment_id is not null;
      create index notifications_changelog on notifications (changelog_id) where changelog_id is not null;

      create or replace view feedback_subscribers as
        select feedback_id, user_id, subscribed from feedback_subscriptions;
      create or replace view exported_subscriptions as
        select project_id, feedback_id, user_id, subscribed, created_at from feedback_subscriptions
        union all
        select project_id, null, user_id, true, created_at from changelog_subscriptions;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view feedback_subscribers as
        select null::uuid as feedback_id, null::uuid as user_id, false as subscribed where false;
      create or replace view exported_subscriptions as
        select null::uuid as project_id, null::uuid as feedback_id, null::uuid as user_id, false as subscribed,
          null::timestamptz(3) as created_at where false;
      drop table notifications, notification_preferences, changelog_subscriptions, feedback_subscriptions;
    `);
  }
}
