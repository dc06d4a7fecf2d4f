import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import { UserDirectory } from '../domain/user-directory.js';
import { UserSource } from '../domain/user-source.js';
import { emailKeyIn } from './email-key.js';

/** Uses SQL, because it only reads, like queries, from views that contain the users of a host if it manages them. */
@Injectable()
export class SqlUserDirectory extends UserDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly source: UserSource,
  ) {
    super();
  }

  override async exists(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return (await this.sql.row('select from active_users where id = $1', [id])) !== null;
  }

  override async findIdByEmail(email: string): Promise<string | null> {
    const [id = null] = (await this.findIdsByEmails([email])).values();
    return id;
  }

  override async findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const key = emailKeyIn(this.source);
    const rows = await this.sql.rows<{ email: string; id: string }>(
      `select given.email, u.id from unnest($1::text[], $2::text[]) as given (email, key)
       join user_accounts u on u.email_key = ${key.sql('given.key')}`,
      [emails, emails.map((email) => key.valueOf(email))],
    );
    return new Map(rows.map(({ email, id }) => [email, id]));
  }
}
