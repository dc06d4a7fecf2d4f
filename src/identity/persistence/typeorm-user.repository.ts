import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { isUuid } from '../../shared/rules.js';
import { Caches } from '../../platform/caches/index.js';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { EmailTaken, UsersManagedElsewhere } from '../domain/identity.errors.js';
import { UserSource } from '../domain/user-source.js';
import { UserRepository } from '../domain/user.repository.js';
import { User } from '../domain/user.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const instanceAdminsLock = '5893310458812217846';

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly caches: Caches,
    private readonly source: UserSource,
  ) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    if (!isUuid(id)) return null;
    if (this.source.isHost) return (await this.read('id = $1', [id]))[0] ?? null;
    return this.repository.findOne({
      where: { id, emailKey: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async isEmpty(): Promise<boolean> {
    return (await this.sql.row('select from user_accounts limit 1')) === null;
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    await this.unitOfWork.manager.query(`select pg_advisory_xact_lock(${instanceAdminsLock})`);
    return this.read('instance_admin');
  }

  override async add(user: User): Promise<boolean> {
    this.requireOwnUsers();
    const result = await this.repository
      .createQueryBuilder()
      .insert()
      .values(columns(user))
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  override async findIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.rows<{ id: string }>(
      'select id from user_records where id = any($1::uuid[])',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  override async addAll(users: readonly User[]): Promise<ReadonlySet<string>> {
    this.requireOwnUsers();
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
    this.requireOwnUsers();
    try {
      await this.repository.update(user.id, columns(user));
      this.caches.invalidate();
    } catch (error) {
      throw brokenConstraint(error) === 'users_email_key' ? new EmailTaken() : error;
    }
  }

  /** Returns users that are not anonymized, oldest first. */
  private async read(condition: string, values: readonly unknown[] = []): Promise<User[]> {
    const rows = await this.sql.rows<User>(
      `select id, email, full_name as "fullName", avatar_url as "avatarUrl", instance_admin as "instanceAdmin",
         created_at as "createdAt"
       from user_accounts u where email_key is not null and ${condition} order by u.created_at, u.id`,
      values,
    );
    return rows.map((row) => this.repository.create(row));
  }

  private requireOwnUsers(): void {
    if (this.source.isHost) throw new UsersManagedElsewhere();
  }

  private get repository() {
    return this.unitOfWork.manager.getRepository(User);
  }
}

/** Includes the getter, which spreading does not copy. */
function columns(user: User): Partial<User> {
  return { ...user, emailKey: user.emailKey };
}
