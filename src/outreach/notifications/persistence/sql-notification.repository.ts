import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import type { NotificationContent } from '../domain/notification-content.js';
import { type NewNotification, NotificationRepository } from '../domain/notification.repository.js';

/** Notifications changed in one transaction. */
const batchSize = 1_000;

const addNotifications = `
  insert into notifications
    (id, user_id, feedback_id, event_id, project_id, type, comment_id, changelog_id, actor_id, created_at)
  select n.*, $4, $5, $6, $7, $8, $9, $10
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) n (id, user_id, feedback_id)
  order by n.user_id
  on conflict (user_id, event_id) do nothing
  returning id`;

const isUnread = 'user_id = $1 and ($2::uuid is null or project_id = $2) and read_at is null';

const markRead = `update notifications set read_at = $4 where id = any($3::uuid[]) and ${isUnread}`;

/** An array of ids is looked up by the primary key. Joining them would read all notifications for each batch. */
const markReadBefore = `
  update notifications set read_at = $4
  where id = any(array(
    select id from notifications where ${isUnread} and created_at < $3
    order by created_at desc, id desc limit ${batchSize}
  ))
  returning 1`;

const remove = (condition: string) => `
  delete from notifications
  where id = any(array(select id from notifications where ${condition} limit ${batchSize}))
  returning 1`;

/** Uses SQL, because one statement adds the notifications of many users, or changes many of them. */
@Injectable()
export class SqlNotificationRepository extends NotificationRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(
    notice: NotificationContent,
    notifications: readonly NewNotification[],
  ): Promise<ReadonlySet<string>> {
    const { eventId, projectId, type, commentId, changelogId, actorId, createdAt } = notice;
    const added = await this.sql.rows<{ id: string }>(addNotifications, [
      notifications.map(({ id }) => id),
      notifications.map(({ userId }) => userId),
      notifications.map(({ feedbackId }) => feedbackId),
      ...[eventId, projectId, type, commentId, changelogId, actorId, createdAt.toISOString()],
    ]);
    return new Set(added.map(({ id }) => id));
  }

  override async markRead(
    userId: string,
    projectId: string | null,
    ids: readonly string[],
    at: Date,
  ): Promise<void> {
    await this.sql.rows(markRead, [userId, projectId, ids, at.toISOString()]);
  }

  override async markReadBefore(
    userId: string,
    projectId: string | null,
    before: Date,
    at: Date,
  ): Promise<boolean> {
    return this.hasMore(markReadBefore, [userId, projectId, before.toISOString(), at.toISOString()]);
  }

  override async removeOld(before: Date): Promise<boolean> {
    return this.hasMore(remove('created_at < $1'), [before.toISOString()]);
  }

  override async removeOf(userId: string): Promise<boolean> {
    return this.hasMore(remove('user_id = $1'), [userId]);
  }

  private async hasMore(statement: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.sql.rows(statement, values)).length === batchSize;
  }
}
