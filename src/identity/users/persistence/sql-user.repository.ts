import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../shared/rules.js';
import { Caches } from '../../../platform/caches/index.js';
import { brokenConstraint, Columns, Sql } from '../../../platform/persistence/index.js';
import { EmailTaken, UsersManagedElsewhere } from '../domain/identity.errors.js';
import { UserSource } from '../domain/user-source.js';
import { UserRepository } from '../domain/user.repository.js';
import { User } from '../domain/user.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const instanceAdminsLock = '5893310458812217846';

/** The columns of a user that change. */
const userColumns = new Columns<User>({
  email: ({ email }) => email,
  email_key: ({ emailKey }) => emailKey,
  full_name: ({ fullName }) => fullName,
  avatar_url: ({ avatarUrl }) => avatarUrl,
  instance_admin: ({ instanceAdmin }) => instanceAdmin,
  registered_by: ({ registeredBy }) => registeredBy,
});

/** Returns a statement that reads the users of a table or view that are not anonymized. */
const readUsers = (from: string, registeredBy = 'null::uuid') => `
  select id, email, full_name as "fullName", avatar_url as "avatarUrl", instance_admin as "instanceAdmin",
    created_at as "createdAt", ${registeredBy} as "registeredBy"
  from ${from} u where email_key is not null`;

const loadUser = `${readUsers('users', 'u.registered_by')} and id = $1 for update`;

/** The users of a host application cannot be locked. */
const findUser = `${readUsers('user_accounts')} and id = $1`;

const findInstanceAdmins = `${readUsers('user_accounts')} and instance_admin order by u.created_at, u.id`;

const addUsers = `
  insert into users (id, created_at, ${userColumns.names})
  select id, created_at, ${userColumns.names} from jsonb_populate_recordset(null::users, $1::jsonb)
  on conflict do nothing returning id`;

const saveUser = `update users set (${userColumns.names}) = row(${userColumns.parameters(2)}) where id = $1`;

@Injectable()
export class SqlUserRepository extends UserRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
    private readonly source: UserSource,
  ) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    if (!isUuid(id)) return null;
    const row = await this.sql.row<User>(this.source.isHost ? findUser : loadUser, [id]);
    return row && User.restore(row);
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
    const rows = sorted.map((user) => ({
      id: user.id,
      created_at: user.createdAt,
      ...userColumns.rowOf(user),
    }));
    const added = await this.sql.rows<{ id: string }>(addUsers, [JSON.stringify(rows)]);
    return new Set(added.map(({ id }) => id));
  }

  override async save(user: User): Promise<void> {
    this.requireOwnUsers();
    try {
      await this.sql.rows(saveUser, [user.id, ...userColumns.valuesOf(user)]);
      this.caches.invalidate();
    } catch (error) {
      throw brokenConstraint(error) === 'users_email_key' ? new EmailTaken() : error;
    }
  }

  override async recordSignIn(userId: string): Promise<void> {
    if (this.source.isHost) return;
    await this.sql.rows('update users set registered_by = null where id = $1 and registered_by is not null', [
      userId,
    ]);
  }

  private requireOwnUsers(): void {
    if (this.source.isHost) throw new UsersManagedElsewhere();
  }
}
