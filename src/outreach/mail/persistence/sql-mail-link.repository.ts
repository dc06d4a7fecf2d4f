import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { SecureRandom } from '../../../shared/ids.js';
import { type MailLink, MailLinkRepository } from '../domain/mail-link.repository.js';

const addLink = `
  insert into mail_links (digest, project_id, action, recipient_id, feedback_id, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (digest) do update set expires_at = excluded.expires_at`;

const findLink = `
  select project_id as "projectId", action, recipient_id as "recipientId", feedback_id as "feedbackId"
  from mail_links where digest = $1 and (expires_at is null or expires_at > $2)`;

@Injectable()
export class SqlMailLinkRepository extends MailLinkRepository {
  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
    private readonly random: SecureRandom,
  ) {
    super();
  }

  override async key(): Promise<string> {
    const found = await this.findKey();
    if (found !== null) return found;
    const key = this.random.bytes(32).toString('base64url');
    await this.sql.rows('insert into mail_keys (id, key) values (1, $1) on conflict do nothing', [
      this.secrets.seal(key),
    ]);
    return (await this.findKey())!;
  }

  override async add(
    digest: Buffer,
    { action, projectId, recipientId, feedbackId }: MailLink,
    expiresAt: Date | null,
  ): Promise<void> {
    const values = [digest, projectId, action, recipientId, feedbackId, expiresAt?.toISOString() ?? null];
    await this.sql.rows(addLink, values);
  }

  override async find(digest: Buffer, now: Date): Promise<MailLink | null> {
    return this.sql.row<MailLink & Record<string, unknown>>(findLink, [digest, now.toISOString()]);
  }

  override async removeExpired(now: Date): Promise<void> {
    await this.sql.rows('delete from mail_links where expires_at <= $1', [now.toISOString()]);
  }

  override async removeAllOf(recipientId: string): Promise<void> {
    await this.sql.rows('delete from mail_links where recipient_id = $1', [recipientId]);
  }

  private async findKey(): Promise<string | null> {
    const row = await this.sql.row<{ key: string }>('select key from mail_keys');
    return row && this.secrets.open(row.key);
  }
}
