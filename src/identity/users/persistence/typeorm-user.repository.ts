import { Injectable } from '@nestjs/common';
import { IsNull, Not, type Repository } from 'typeorm';
import { isUuid } from '../../../shared/rules.js';
import { Caches } from '../../../platform/caches/index.js';
import {
  columnNames,
  Sql,
  translateConstraints,
  TypeormUnitOfWork,
} from '../../../platform/persistence/index.js';
import { EmailTaken, UsersManagedElsewhere } from '../domain/identity.errors.js';
import { UserSource } from '../domain/user-source.js';
import { UserRepository } from '../domain/user.repository.js';
import { User } from '../domain/user.js';
import { UserEntity, userValues } from './user.entity.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const instanceAdminsLock = '5893310458812217846';

/** The users of a host application cannot be locked. */
const readUsers = `
  select id, email, full_name as "fullName", avatar_url as "avatarUrl", instance_admin as "instanceAdmin",
    created_at as "createdAt", null::uuid as "registeredBy"
  from user_accounts where email_key is not null`;

const findUser = `${readUsers} and id = $1`;

const findInstanceAdmins = `${readUsers} and instance_admin order by created_at, id`;

const { version: _, ...columns } = columnNames(UserEntity);

const addedColumns = Object.values(columns).join(', ');

/** One statement for any number of users. */
const addUsers = `
  insert into users (${addedColumns})
  select ${addedColumns} from jsonb_populate_recordset(null::users, $1::jsonb)
  on conflict do nothing returning id`;

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
    if (this.source.isHost) {
      const row = await this.sql.row<User>(findUser, [id]);
      return row && User.restore(row);
    }
    const entity = await this.users.findOne({
      where: { id, emailKey: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
    return entity && User.restore(entity);
  }

  override async isEmpty(): Promise<boolean> {
    return (await this.sql.row('select from user_accounts limit 1')) === null;
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    await this.sql.rows(`select pg_advisory_xact_lock(${instanceAdminsLock})`);
    const rows = await this.sql.rows<User>(findInstanceAdmins);
    return rows.map((row) => User.restore(row));
  }

  override async add(user: User): Promise<boolean> {
    return (await this.addAll([user])).size > 0;
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
    const sorted = [...users].sort((a, b) => ((a.emailKey ?? '') < (b.emailKey ?? '') ? -1 : 1));
    const rows = sorted.map(rowOf);
    const added = await this.sql.rows<{ id: string }>(addUsers, [JSON.stringify(rows)]);
    return new Set(added.map(({ id }) => id));
  }

  override async save(user: User): Promise<void> {
    this.requireOwnUsers();
    await this.users
      .update({ id: user.id }, userValues(user))
      .catch(translateConstraints({ users_email_key: EmailTaken }));
    this.caches.invalidate();
  }

  override async recordSignIn(userId: string): Promise<void> {
    if (this.source.isHost) return;
    await this.users.update({ id: userId, registeredBy: Not(IsNull()) }, { registeredBy: null });
  }

  private requireOwnUsers(): void {
    if (this.source.isHost) throw new UsersManagedElsewhere();
  }

  private get users(): Repository<UserEntity> {
    return this.unitOfWork.manager.getRepository(UserEntity);
  }
}

/** Returns the columns of a new user by their names. */
function rowOf(user: User): Record<string, unknown> {
  const values = { id: user.id, createdAt: user.createdAt, ...userValues(user) };
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => [columns[property as keyof typeof values], value]),
  );
}
