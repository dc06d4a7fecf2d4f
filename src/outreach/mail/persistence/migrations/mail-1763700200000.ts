import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates mails and their recipients. */
export class Mail1763700200000 implements MigrationInterface {
  readonly name = 'Mail1763700200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The e-mail addresses that no mail is sent to.
      create table mail_suppressions (
        -- Folded, because addresses are compared case-insensitively.
        email_key text primary key,
        email text not null,
        reason text not null check (reason in ('refused', 'manual')),
        created_at timestamptz(3) not null
      );

      -- E-mail addresses that receive the entries of a changelog, or are asked whether they want to.
      create table mail_subscribers (
        id uuid primary key,
        project_id uuid not null constraint mail_subscribers_project_id_fkey references projects (id) on delete cascade,
        email text not null,
        email_key text not null,
        requested_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        constraint mail_subscribers_email_key unique (project_id, email_key)
      );
      create index mail_subscribers_confirmed on mail_subscribers (project_id, id) where confirmed_at is not null;
      create index mail_subscribers_requested on mail_subscribers (requested_at) where confirmed_at is null;
      create index mail_subscribers_email on mail_subscribers (email_key);

      -- What the links of mails do, by the SHA-256 of their tokens.
      create table mail_links (
        digest bytea primary key,
        project_id uuid not null references projects (id) on delete cascade,
        action text not null check (action in ('confirm', 'end', 'leave_feedback', 'leave_changelog', 'turn_off')),
        recipient_id uuid not null,
        feedback_id uuid,
        expires_at timestamptz(3)
      );
      create index mail_links_project on mail_links (project_id);
      create index mail_links_recipient on mail_links (recipient_id);
      create index mail_links_expiry on mail_links (expires_at) where expires_at is not null;

      -- The key that tokens of links are derived from. It has one row.
      create table mail_keys (
        id integer primary key check (id = 1),
        key text not null
      );

      -- The mails that wait to be sent, and those that were sent within the last days.
      create table mails (
        id uuid primary key,
        kind text not null check (kind in ('confirmation', 'entry', 'notification', 'digest')),
        project_id uuid not null references projects (id) on delete cascade,
        recipient_id uuid not null,
        subject_id uuid,
        created_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        -- Until then one process is sending it; null if none has tried yet.
        leased_until timestamptz(3),
        failures integer not null default 0,
        -- When it was last given to the mail server.
        attempted_at timestamptz(3),
        -- When it was sent, refused or dropped.
        done_at timestamptz(3)
      );
      create unique index mails_subject on mails (recipient_id, kind, subject_id) where subject_id is not null;
      -- What happens while a digest is being sent is in another one.
      create unique index mails_waiting on mails (recipient_id, kind, project_id)
        where subject_id is null and done_at is null and leased_until is null;
      create index mails_confirmation on mails (recipient_id) where kind = 'confirmation';
      create index mails_due on mails ((greatest(due_at, leased_until)), id)
        where done_at is null and kind <> 'confirmation';
      create index confirmations_due on mails ((greatest(due_at, leased_until)), id)
        where done_at is null and kind = 'confirmation';
      create index mails_done on mails (done_at) where done_at is not null;
      create index mails_attempted on mails (attempted_at) where attempted_at is not null;
      create index mails_project on mails (project_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table mails, mail_keys, mail_links, mail_subscribers, mail_suppressions;
    `);
  }
}
