import { Injectable } from '@nestjs/common';
import { isoTimestamp, recordColumns, Sql } from '../../../platform/persistence/index.js';
import { emailKeyOf } from '../../../shared/email-key.js';
import { isStorable } from '../../../shared/rules.js';
import type { Versioned } from '../../../shared/records.js';
import {
  type SuppressionReason,
  type SuppressionRecord,
  SuppressionRepository,
} from '../domain/suppression.repository.js';

/** A suppression that is removed and added again has another time. */
const suppressionRecord = recordColumns(
  `s.email, s.reason, ${isoTimestamp('s.created_at')} as created_at`,
  'extract(epoch from s.created_at)::text || s.reason',
);

const findSuppression = `select ${suppressionRecord} from mail_suppressions s where s.email_key = $1`;

const addSuppression = `
  insert into mail_suppressions as s (email_key, email, reason, created_at) values ($1, $2, $3, $4)
  on conflict (email_key) do nothing returning ${suppressionRecord}`;

@Injectable()
export class SqlSuppressionRepository extends SuppressionRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(email: string): Promise<Versioned<SuppressionRecord> | null> {
    if (!isStorable(email)) return null;
    return this.sql.versioned<SuppressionRecord>(findSuppression, [emailKeyOf(email)]);
  }

  override async add(
    email: string,
    reason: SuppressionReason,
    now: Date,
  ): Promise<{ suppression: Versioned<SuppressionRecord>; added: boolean }> {
    const key = emailKeyOf(email);
    for (;;) {
      const values = [key, email, reason, now.toISOString()];
      const added = await this.sql.record<SuppressionRecord>(addSuppression, values);
      if (added) return { suppression: added, added: true };
      // Removed in the meantime, if there is none.
      const found = await this.sql.record<SuppressionRecord>(findSuppression, [key]);
      if (found) return { suppression: found, added: false };
    }
  }

  override async remove(email: string): Promise<boolean> {
    if (!isStorable(email)) return false;
    const rows = await this.sql.rows('delete from mail_suppressions where email_key = $1 returning email', [
      emailKeyOf(email),
    ]);
    return rows.length > 0;
  }
}
