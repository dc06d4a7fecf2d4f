import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { emailKeyOf } from '../../../shared/email-key.js';
import type { MailSubscriber } from '../domain/mail-subscriber.js';
import { MailSubscriberRepository } from '../domain/mail-subscriber.repository.js';

/** The update changes nothing, and locks the subscriber. */
const findOrAdd = `
  insert into mail_subscribers as s (id, project_id, email, email_key, requested_at) values ($1, $2, $3, $4, $5)
  on conflict on constraint mail_subscribers_email_key do update set requested_at = s.requested_at
  returning id, email, requested_at, confirmed_at, id = $1 as added`;

/** Removes the subscribers `s` of a condition, with their links. */
const remove = (condition: string) => `
  with removed as (delete from mail_subscribers s where ${condition} returning s.id)
  delete from mail_links where recipient_id in (select id from removed)`;

interface SubscriberRow {
  [column: string]: unknown;
  id: string;
  email: string;
  requested_at: Date;
  confirmed_at: Date | null;
  added: boolean;
}

@Injectable()
export class SqlMailSubscriberRepository extends MailSubscriberRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async findOrAdd({
    id,
    projectId,
    email,
    requestedAt,
  }: Omit<MailSubscriber, 'confirmedAt'>): Promise<{ subscriber: MailSubscriber; added: boolean }> {
    const values = [id, projectId, email, emailKeyOf(email), requestedAt.toISOString()];
    const row = (await this.sql.row<SubscriberRow>(findOrAdd, values))!;
    return {
      subscriber: {
        id: row.id,
        projectId,
        email: row.email,
        requestedAt: row.requested_at,
        confirmedAt: row.confirmed_at,
      },
      added: row.added,
    };
  }

  override async request(id: string, requestedAt: Date): Promise<void> {
    await this.sql.rows('update mail_subscribers set requested_at = $2 where id = $1', [
      id,
      requestedAt.toISOString(),
    ]);
  }

  override async confirm(id: string, now: Date): Promise<void> {
    await this.sql.rows(
      'update mail_subscribers set confirmed_at = $2 where id = $1 and confirmed_at is null',
      [id, now.toISOString()],
    );
  }

  override async remove(id: string): Promise<void> {
    await this.sql.rows(remove('s.id = $1'), [id]);
  }

  override async removeAddress(email: string): Promise<void> {
    await this.sql.rows(remove('s.email_key = $1'), [emailKeyOf(email)]);
  }

  override async removeOfUser(userId: string): Promise<void> {
    const isOfUser = 's.email_key = (select u.email_key from user_accounts u where u.id = $1)';
    await this.sql.rows(remove(isOfUser), [userId]);
  }

  override async removeUnconfirmed(requestedBefore: Date): Promise<void> {
    await this.sql.rows(remove('s.confirmed_at is null and s.requested_at < $1'), [
      requestedBefore.toISOString(),
    ]);
  }
}
