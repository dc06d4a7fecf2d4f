import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import {
  isoTimestamp,
  Sql,
  TypeormUnitOfWork,
  versionedRecord,
} from '../../../platform/persistence/index.js';
import { emailKeyOf } from '../../../shared/email-key.js';
import { isStorable } from '../../../shared/rules.js';
import type { Versioned } from '../../../shared/records.js';
import {
  type SuppressionReason,
  type SuppressionRecord,
  SuppressionRepository,
} from '../domain/suppression.repository.js';
import { SuppressionEntity } from './suppression.entity.js';

/** A suppression that is removed and added again has another time. */
const findSuppression = versionedRecord(
  `s.email, s.reason, ${isoTimestamp('s.created_at')} as created_at`,
  'extract(epoch from s.created_at)::text || s.reason',
  'mail_suppressions s where s.email_key = $1',
);

@Injectable()
export class TypeormSuppressionRepository extends SuppressionRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async find(email: string): Promise<Versioned<SuppressionRecord> | null> {
    if (!isStorable(email)) return null;
    return this.sql.record<SuppressionRecord>(findSuppression, [emailKeyOf(email)]);
  }

  override async add(
    email: string,
    reason: SuppressionReason,
    now: Date,
  ): Promise<{ suppression: Versioned<SuppressionRecord>; added: boolean }> {
    const emailKey = emailKeyOf(email);
    for (;;) {
      const inserted = await this.suppressions
        .createQueryBuilder()
        .insert()
        .values({ emailKey, email, reason, createdAt: now })
        .orIgnore()
        .returning(['emailKey'])
        .execute();
      const suppression = await this.sql.record<SuppressionRecord>(findSuppression, [emailKey]);
      // Removed in the meantime, if there is none.
      if (suppression) return { suppression, added: (inserted.raw as unknown[]).length > 0 };
    }
  }

  override async remove(email: string): Promise<boolean> {
    if (!isStorable(email)) return false;
    const { affected } = await this.suppressions.delete({ emailKey: emailKeyOf(email) });
    return affected !== 0;
  }

  private get suppressions(): Repository<SuppressionEntity> {
    return this.unitOfWork.manager.getRepository(SuppressionEntity);
  }
}
