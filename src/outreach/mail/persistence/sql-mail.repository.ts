import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, Sql } from '../../../platform/persistence/index.js';
import { Ids } from '../../../shared/ids.js';
import type { PublishedEntry } from '../domain/mail-jobs.js';
import type { Mail, MailKind } from '../domain/mail.js';
import { MailRepository, type NewMail } from '../domain/mail.repository.js';

/** Mails added by one statement. */
const batchSize = 1_000;

const addMails = `
  insert into mails (id, kind, project_id, recipient_id, subject_id, created_at, due_at)
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[])`;

const addWithSubject = `${addMails} on conflict do nothing`;

/** Events are processed in any order, so a digest that waits may begin earlier. */
const addWithoutSubject = `${addMails}
  on conflict (recipient_id, kind, project_id) where subject_id is null and done_at is null and leased_until is null
  do update set created_at = excluded.created_at where excluded.created_at < mails.created_at`;

/** There are at most as many ids as subscribers. */
const addForSubscribers = `
  with recipient as (
    select s.id, row_number() over (order by s.id) as number
    from mail_subscribers s join public_projects p on p.project_id = s.project_id and p.public_changelog
    where s.project_id = $1 and s.confirmed_at <= $6 and ($3::uuid is null or s.id > $3)
    order by s.id limit ${batchSize}
  ), added as (
    insert into mails (id, kind, project_id, recipient_id, subject_id, created_at, due_at)
    select ($5::uuid[])[r.number], 'entry', $1, r.id, $2, $4, $4 from recipient r
    on conflict do nothing
  )
  select max(id::text)::uuid as last from recipient`;

const claimFrom = (condition: string) => `(
    select id from mails where done_at is null and ${condition} and greatest(due_at, leased_until) <= $1
    order by greatest(due_at, leased_until), id limit 1 for update skip locked
  )`;

const claimTimeOf = (condition: string) =>
  `(select min(greatest(due_at, leased_until)) from mails where done_at is null and ${condition})`;

/** Confirmations, which anyone can ask for, do not delay other mails. */
const claimMail = `
  update mails set leased_until = $2, attempted_at = $1
  where id = coalesce(${claimFrom("kind <> 'confirmation'")}, ${claimFrom("kind = 'confirmation'")})
  returning id, kind, project_id, recipient_id, subject_id, created_at, failures`;

const rescheduleDigests = `
  update mails set due_at = $2
  where recipient_id = $1 and kind = 'digest' and subject_id is null and done_at is null and leased_until is null
    and due_at > $3
  returning id`;

interface MailRow {
  [column: string]: unknown;
  id: string;
  kind: MailKind;
  project_id: string;
  recipient_id: string;
  subject_id: string | null;
  created_at: Date;
  failures: number;
}

/** Uses SQL, because mails are a queue, from which one statement claims the next one, and one adds mails to many recipients. */
@Injectable()
export class SqlMailRepository extends MailRepository {
  constructor(
    private readonly sql: Sql,
    private readonly ids: Ids,
  ) {
    super();
  }

  override async add(mails: readonly NewMail[]): Promise<void> {
    const groups = [
      [addWithSubject, mails.filter(({ subjectId }) => subjectId !== null)],
      [addWithoutSubject, mails.filter(({ subjectId }) => subjectId === null)],
    ] as const;
    for (const [statement, group] of groups) {
      if (group.length === 0) continue;
      await this.sql.rows(statement, [
        group.map(({ id }) => id),
        group.map(({ kind }) => kind),
        group.map(({ projectId }) => projectId),
        group.map(({ recipientId }) => recipientId),
        group.map(({ subjectId }) => subjectId),
        group.map(({ createdAt }) => createdAt.toISOString()),
        group.map(({ dueAt }) => dueAt.toISOString()),
      ]);
    }
  }

  override async addForSubscribers(
    { projectId, entryId, publishedAt }: PublishedEntry,
    after: string | null,
    now: Date,
  ): Promise<string | null> {
    const ids = Array.from({ length: batchSize }, () => this.ids.next());
    const values = [projectId, entryId, after, now.toISOString(), ids, publishedAt];
    return (await this.sql.row<{ last: string | null }>(addForSubscribers, values))!.last;
  }

  override async claim(now: Date, leasedUntil: Date): Promise<Mail | null> {
    const row = await this.sql.row<MailRow>(claimMail, [now.toISOString(), leasedUntil.toISOString()]);
    if (!row) return null;
    return {
      id: row.id,
      kind: row.kind,
      projectId: row.project_id,
      recipientId: row.recipient_id,
      subjectId: row.subject_id,
      createdAt: row.created_at,
      failures: row.failures,
    };
  }

  override async complete(id: string, now: Date): Promise<void> {
    await this.sql.rows('update mails set done_at = $2 where id = $1', [id, now.toISOString()]);
  }

  override async remove(id: string): Promise<void> {
    await this.sql.rows('delete from mails where id = $1', [id]);
  }

  override async attemptTime(offset: number): Promise<Date | null> {
    const row = await this.sql.row<{ attempted_at: Date }>(
      'select attempted_at from mails where attempted_at is not null order by attempted_at desc offset $1 limit 1',
      [offset],
    );
    return row?.attempted_at ?? null;
  }

  override async removeDone(before: Date): Promise<void> {
    await this.sql.rows('delete from mails where done_at < $1', [before.toISOString()]);
  }

  override async postpone(id: string, dueAt: Date, failed: boolean): Promise<void> {
    await this.sql.rows(
      'update mails set due_at = $2, leased_until = $2, failures = failures + $3 where id = $1',
      [id, dueAt.toISOString(), failed ? 1 : 0],
    );
  }

  override async hasConfirmation(subscriberId: string, doneAfter: Date): Promise<boolean> {
    const rows = await this.sql.rows(
      `select from mails where recipient_id = $1 and kind = 'confirmation' and (done_at is null or done_at > $2) limit 1`,
      [subscriberId, doneAfter.toISOString()],
    );
    return rows.length > 0;
  }

  override async rescheduleDigests(userId: string, dueAt: Date, now: Date): Promise<boolean> {
    const values = [userId, dueAt.toISOString(), now.toISOString()];
    return (await this.sql.rows(rescheduleDigests, values)).length > 0;
  }

  override isUnavailable(error: unknown): boolean {
    return isDatabaseUnavailable(error);
  }

  override async nextClaimTime(): Promise<Date | null> {
    const row = await this.sql.row<{ at: Date | null }>(
      `select least(${claimTimeOf("kind <> 'confirmation'")}, ${claimTimeOf("kind = 'confirmation'")}) as at`,
    );
    return row!.at;
  }

  override async removeAllTo(recipientId: string): Promise<void> {
    await this.sql.rows('delete from mails where recipient_id = $1', [recipientId]);
  }
}
