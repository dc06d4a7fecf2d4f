import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { caseFold, isUuid } from '../../shared/rules.js';
import { brokenConstraint, Caches, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { EmailTaken } from '../domain/identity.errors.js';
import { UserRepository } from '../domain/user.repository.js';
import { User } from '../domain/user.js';
import { isKnownUser } from './user-record.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const instanceAdminsLock = '5893310458812217846';

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    if (!isUuid(id)) return null;
    return this.repository.findOne({
      where: { id, emailKey: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async exists(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return (await this.sql.row(`select where ${isKnownUser('$1')}`, [id])) !== null;
  }

  override async findByEmail(email: string): Promise<User | null> {
    return this.repository.findOneBy({ emailKey: caseFold(email) });
  }

  override async findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ email_key: string; id: string }>(
      'select email_key, id from users where email_key = any($1)',
      [emails.map(caseFold)],
    );
    return new Map(rows.map((row) => [row.email_key, row.id]));
  }

  override async isEmpty(): Promise<boolean> {
    return !(await this.repository.exists());
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    await this.unitOfWork.manager.query(`select pg_advisory_xact_lock(${instanceAdminsLock})`);
    return this.repository.find({ where: { instanceAdmin: true }, order: { createdAt: 'asc', id: 'asc' } });
  }

  override async add(user: User): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .insert()
      .values(columns(user))
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  override async addAll(users: readonly User[]): Promise<ReadonlySet<string>> {
    // In the order of the unique key, so that two transactions that add the same users do not deadlock.
    const sorted = users.map(columns).sort((a, b) => ((a.emailKey ?? '') < (b.emailKey ?? '') ? -1 : 1));
    const rows = await this.sql.rows<{ id: string }>(
      `insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
       select id, email, "emailKey", "fullName", "avatarUrl", "instanceAdmin", "createdAt"
       from jsonb_to_recordset($1::jsonb) as u (id uuid, email text, "emailKey" text, "fullName" text,
         "avatarUrl" text, "instanceAdmin" boolean, "createdAt" timestamptz)
       on conflict do nothing returning id`,
      [JSON.stringify(sorted)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  override async save(user: User): Promise<void> {
    try {
      await this.repository.update(user.id, columns(user));
      this.caches.invalidate();
    } catch (error) {
      throw brokenConstraint(error) === 'users_email_key' ? new EmailTaken() : error;
    }
  }

  private get repository() {
    return this.unitOfWork.manager.getRepository(User);
  }
}

/** Includes the getter, which spreading does not copy. */
function columns(user: User): Partial<User> {
  return { ...user, emailKey: user.emailKey };
}
