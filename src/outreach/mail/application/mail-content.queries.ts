import { Injectable } from '@nestjs/common';
import { allSatisfy, isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import { ProjectAuthorizer } from '../../../project/index.js';
import type { Mail } from '../domain/mail.js';

/** What the texts of a mail are made of. */
export interface StoredMailContent {
  /** Name of the recipient; `''` if it is unknown. */
  readonly name: string;
  readonly address: string;
  readonly project: {
    readonly name: string;
    readonly slug: string;
    readonly mail_name: string;
    readonly mail_reply_to: string;
    readonly feedback_url: string;
    readonly changelog_url: string;
  };
  /** When a confirmation was requested. */
  readonly requested_at?: string;
  readonly entry?: {
    readonly id: string;
    readonly title: string;
    readonly slug: string;
    readonly summary: string;
    readonly content: string;
    readonly publish_date: string;
  };
}

const project = `(select row_to_json(p) from mail_projects p where p.project_id = s.project_id) as project`;

const readConfirmation = `
  select '' as name, s.email as address, ${project}, ${isoTimestamp('s.requested_at')} as requested_at
  from mail_subscribers s where s.id = $1 and s.confirmed_at is null`;

const readEntry = (ofHost: string) => `
  select '' as name, s.email as address, ${project}, row_to_json(e) as entry
  from mail_subscribers s join public_projects p on p.project_id = s.project_id and p.public_changelog
  cross join lateral (
    select c.id, c.title, c.slug, c.summary, c.content, ${isoTimestamp('c.publish_date')} as publish_date
    from exported_changelogs c
    where c.project_id = s.project_id and c.id = $2 and c.published and c.publish_date <= $3 ${ofHost}
  ) e
  where s.id = $1 and s.confirmed_at is not null`;

const readUser = `
  select u.full_name as name, u.email as address, row_to_json(p) as project
  from exported_users u cross join mail_projects p
  where u.id = $1 and u.email <> '' and p.project_id = $2`;

const findNextDigest = `
  select min(created_at) as start from mails
  where recipient_id = $1 and project_id = $2 and kind = 'digest' and created_at > $3 and done_at is null`;

/** Reads what mails contain. */
@Injectable()
export class MailContentQueries {
  constructor(
    private readonly sql: Sql,
    private readonly authorizer: ProjectAuthorizer,
  ) {}

  /**
   * Returns the content of a mail to a subscriber; null if it is no longer sent: because its entry or changelog is not
   * public, or the subscriber is gone.
   */
  async ofSubscriber(
    { kind, recipientId, subjectId, projectId }: Mail,
    now: Date,
  ): Promise<StoredMailContent | null> {
    if (kind === 'confirmation') return this.find(readConfirmation, [recipientId]);
    const values: unknown[] = [recipientId, subjectId, now.toISOString()];
    // Subscribers have no account, and so see what everyone sees.
    const { changelog } = await this.authorizer.publicConditions(projectId);
    const ofHost =
      changelog && allSatisfy('changelog', 'c.id', changelog, (value) => `$${values.push(value)}`);
    return this.find(readEntry(ofHost ? `and ${ofHost}` : ''), values);
  }

  /** Returns the recipient and the project of a mail to a user; null if the user has no e-mail address. */
  async ofUser({ recipientId, projectId }: Mail): Promise<StoredMailContent | null> {
    return this.find(readUser, [recipientId, projectId]);
  }

  /** Returns the time of the first event in the digest after this one; null if there is none. */
  async nextDigestStart({ recipientId, projectId, createdAt }: Mail): Promise<Date | null> {
    const values = [recipientId, projectId, createdAt.toISOString()];
    return (await this.sql.row<{ start: Date | null }>(findNextDigest, values))!.start;
  }

  private async find(statement: string, values: readonly unknown[]): Promise<StoredMailContent | null> {
    return this.sql.row<StoredMailContent>(statement, values);
  }
}
