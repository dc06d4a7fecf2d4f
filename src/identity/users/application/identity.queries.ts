import { Injectable } from '@nestjs/common';
import { Conditions, isoTimestamp, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { type Page, type PageRequest, Versioned, type UserRecord } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { ProjectDirectory } from '../domain/project-directory.js';
import { UserSource } from '../domain/user-source.js';
import { emailKeyIn } from '../persistence/email-key.js';
import type { Scope } from '../../authentication/domain/caller.js';

/** A user as instance admins see it. */
export interface AccountRecord extends UserRecord {
  instance_admin: boolean;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

export interface TokenRecord {
  id: string;
  name: string;
  user_id: string;
  scope: Scope;
  /** Slug of the project that the token is bound to; `""` if it is not bound. */
  project: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

/** The caller and the token of the request. */
export interface MeRecord {
  user: UserRecord;
  instance_admin: boolean;
  token: Pick<TokenRecord, 'id' | 'name' | 'scope' | 'project' | 'expires_at'>;
}

const account = `u.id, u.email, u.full_name, u.avatar_url, u.instance_admin, ${isoTimestamp('u.created_at')} as created_at`;

const token = `t.id, t.name, t.user_id, t.scope, coalesce(t.project_id::text, '') as project,
  ${isoTimestamp('t.created_at')} as created_at, ${isoTimestamp('t.expires_at')} as expires_at,
  ${isoTimestamp('t.last_used_at')} as last_used_at`;

/** Reads users and tokens as records that are ready to be sent. */
@Injectable()
export class IdentityQueries {
  constructor(
    private readonly sql: Sql,
    private readonly projects: ProjectDirectory,
    private readonly source: UserSource,
  ) {}

  /**
   * Returns a page of the users that are not anonymized, oldest first.
   *
   * @param email selects the user with this e-mail address (case-insensitive)
   */
  async accounts(filter: { email?: string | undefined }, page: PageRequest): Promise<Page<AccountRecord>> {
    const { email } = filter;
    const key = emailKeyIn(this.source);
    const { where, values } = new Conditions(['u.email_key is not null']).and(
      `u.email_key = ${key.sql('?')}`,
      email === undefined ? undefined : key.valueOf(email),
    );
    return this.sql.page<AccountRecord>(
      {
        select: account,
        from: 'user_accounts u',
        where,
        values,
        order: [
          { sql: 'u.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'u.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      page,
    );
  }

  /** Returns null when the user does not exist or is anonymized, or the id is not a UUID. */
  async account(id: string): Promise<Versioned<AccountRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.record(
      versionedRecord(account, 'u.version', 'user_accounts u where u.id = $1 and u.email_key is not null'),
      [id],
    );
  }

  /** Returns a page of the tokens of a user, oldest first. */
  async tokens(userId: string, request: PageRequest): Promise<Page<TokenRecord>> {
    const page = await this.sql.page<TokenRecord>(
      {
        select: token,
        from: 'access_tokens t',
        where: ['t.user_id = $1'],
        values: [userId],
        order: [
          { sql: 't.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 't.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: false,
      },
      request,
    );
    return { ...page, records: await this.withSlugs(page.records) };
  }

  /** Returns null when it does not exist or the id is not a UUID. */
  async token(id: string): Promise<Versioned<TokenRecord> | null> {
    if (!isUuid(id)) return null;
    const found = await this.sql.record<TokenRecord>(
      versionedRecord(token, 't.version', 'access_tokens t where t.id = $1'),
      [id],
    );
    if (!found) return null;
    const [record = found.record] = await this.withSlugs([found.record]);
    return new Versioned(record, `${found.version}-${record.project}`);
  }

  /** The rows contain the id of the project instead of its slug. */
  private async withSlugs(rows: readonly TokenRecord[]): Promise<TokenRecord[]> {
    const ids = [...new Set(rows.flatMap(({ project }) => project || []))];
    const slugs = ids.length > 0 ? await this.projects.slugsOf(ids) : new Map<string, string>();
    return rows.map((row) => ({ ...row, project: slugs.get(row.project) ?? '' }));
  }
}
