import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { caseFold, isUuid } from '../../shared/rules.js';
import { UserDirectory } from '../domain/user-directory.js';
import { isKnownUser } from './user-record.js';

@Injectable()
export class SqlUserDirectory extends UserDirectory {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async exists(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return (await this.sql.row(`select where ${isKnownUser('$1')}`, [id])) !== null;
  }

  override async findIdByEmail(email: string): Promise<string | null> {
    const [id = null] = (await this.findIdsByEmails([email])).values();
    return id;
  }

  override async findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ email_key: string; id: string }>(
      'select email_key, id from user_accounts where email_key = any($1)',
      [emails.map(caseFold)],
    );
    return new Map(rows.map((row) => [row.email_key, row.id]));
  }
}
