import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql } from '../../platform/persistence/index.js';
import { MailContents, type StoredMailContent } from '../application/mail-contents.js';
import type { Mail } from '../domain/mail.js';

const project = `(select row_to_json(p) from mail_projects p where p.project_id = s.project_id) as project`;

const readConfirmation = `
  select '' as name, s.email as address, ${project}, ${isoTimestamp('s.requested_at')} as requested_at
  from mail_subscribers s where s.id = $1 and s.confirmed_at is null`;

const readEntry = `
  select '' as name, s.email as address, ${project}, row_to_json(e) as entry
  from mail_subscribers s
  cross join lateral (
    select c.id, c.title, c.slug, c.summary, c.content, ${isoTimestamp('c.publish_date')} as publish_date
    from exported_changelogs c
    where c.project_id = s.project_id and c.id = $2 and c.published and c.publish_date <= $3
  ) e
  where s.id = $1 and s.confirmed_at is not null`;

@Injectable()
export class SqlMailContents extends MailContents {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async read({ kind, recipientId, subjectId }: Mail, now: Date): Promise<StoredMailContent | null> {
    if (kind === 'confirmation') return this.find(readConfirmation, [recipientId]);
    return this.find(readEntry, [recipientId, subjectId, now.toISOString()]);
  }

  private async find(statement: string, values: readonly unknown[]): Promise<StoredMailContent | null> {
    return this.sql.row<StoredMailContent & Record<string, unknown>>(statement, values);
  }
}
