import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Cache, Caches } from '../../../platform/caches/index.js';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import {
  type ExternalIdentity,
  type LinkedUser,
  UserIdentityRepository,
} from '../domain/user-identity.repository.js';
import { UserIdentityEntity } from './user-identity.entity.js';

interface Row {
  user_id: string;
  instance_admin: boolean;
  is_anonymized: boolean;
}

/** Finds identities by SQL: joined with the view of users, and on the connections that short reads share. */
@Injectable()
export class TypeormUserIdentityRepository extends UserIdentityRepository {
  private readonly users: Cache<Row>;

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    caches: Caches,
  ) {
    super();
    this.users = caches.of();
  }

  override async find({ issuer, subject }: ExternalIdentity): Promise<LinkedUser | null> {
    const row = await this.users.get(JSON.stringify([issuer, subject]), () =>
      this.sql.readRow<Row>(
        `select i.user_id, u.instance_admin, u.email_key is null as is_anonymized
         from user_identities i join user_accounts u on u.id = i.user_id
         where i.issuer = $1 and i.subject_digest = $2`,
        [issuer, digestOf(subject)],
      ),
    );
    return row && { userId: row.user_id, instanceAdmin: row.instance_admin, isAnonymized: row.is_anonymized };
  }

  override async link({ issuer, subject }: ExternalIdentity, userId: string, now: Date): Promise<void> {
    await this.unitOfWork.manager
      .createQueryBuilder()
      .insert()
      .into(UserIdentityEntity)
      .values({ issuer, subjectDigest: digestOf(subject), userId, createdAt: now })
      .orIgnore()
      .execute();
  }
}

function digestOf(subject: string): Buffer {
  return hash('sha256', subject, 'buffer');
}
