import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type Repository } from 'typeorm';
import { entityColumns, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { emailKeyOf } from '../../../shared/email-key.js';
import type { MailSubscriber } from '../domain/mail-subscriber.js';
import { MailSubscriberRepository } from '../domain/mail-subscriber.repository.js';
import { MailSubscriberEntity } from './mail-subscriber.entity.js';

/** The update changes nothing, and locks the subscriber. */
const findOrAdd = `
  insert into mail_subscribers as s (id, project_id, email, email_key, requested_at) values ($1, $2, $3, $4, $5)
  on conflict on constraint mail_subscribers_email_key do update set requested_at = s.requested_at
  returning ${entityColumns(MailSubscriberEntity, 's')}, id = $1 as added`;

/** Removes the subscribers `s` of a condition, with their links. */
const remove = (condition: string) => `
  with removed as (delete from mail_subscribers s where ${condition} returning s.id)
  delete from mail_links where recipient_id in (select id from removed)`;

/** Adding also locks, and removing also removes links, so these are SQL. */
@Injectable()
export class TypeormMailSubscriberRepository extends MailSubscriberRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async findOrAdd({
    id,
    projectId,
    email,
    requestedAt,
  }: Omit<MailSubscriber, 'confirmedAt'>): Promise<{ subscriber: MailSubscriber; added: boolean }> {
    const values = [id, projectId, email, emailKeyOf(email), requestedAt.toISOString()];
    const row = await this.sql.row<MailSubscriberEntity & { added: boolean }>(findOrAdd, values);
    const { added, ...subscriber } = row!;
    return { subscriber, added };
  }

  override async request(id: string, requestedAt: Date): Promise<void> {
    await this.subscribers.update({ id }, { requestedAt });
  }

  override async confirm(id: string, now: Date): Promise<void> {
    await this.subscribers.update({ id, confirmedAt: IsNull() }, { confirmedAt: now });
  }

  override async countRequests(email: string, since: Date): Promise<number> {
    const key = emailKeyOf(email);
    await this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    return this.subscribers.countBy({ emailKey: key, requestedAt: MoreThan(since) });
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

  private get subscribers(): Repository<MailSubscriberEntity> {
    return this.unitOfWork.manager.getRepository(MailSubscriberEntity);
  }
}
