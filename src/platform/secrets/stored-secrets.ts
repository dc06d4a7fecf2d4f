import { Injectable } from '@nestjs/common';
import { Sql } from '../persistence/index.js';
import { SecretBox } from './secret-box.js';

const sealed = new RegExp(SecretBox.pattern, 'g');

/** Checks and re-encrypts the secrets in the columns that the modules add. */
@Injectable()
export class StoredSecrets {
  private readonly columns: { table: string; column: string }[] = [];

  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Adds a column with secrets, or with JSON that contains secrets, of a table with the primary key `id`. Decrypts one secret
   * of each key, which shows whether all can be decrypted.
   *
   * @throws SettingsError if a secret was encrypted with a key that is not in the settings
   */
  async add(table: string, column: string): Promise<void> {
    this.columns.push({ table, column });
    const found = await this.sql.rows<{ secret: string }>(
      `select distinct on (m[2]) m[1] as secret
       from ${table} t cross join regexp_matches(t.${column}::text, '(${SecretBox.pattern})', 'g') m`,
    );
    for (const { secret } of found) this.secrets.open(secret);
  }

  /**
   * Encrypts all secrets with `SECRETS_KEY`, and returns the number of rows that were changed. The service can run meanwhile,
   * if it has that key.
   */
  async reseal(): Promise<number> {
    let changed = 0;
    for (const { table, column } of this.columns) {
      const rows = await this.sql.rows<{ id: string; stored: string; type: string }>(
        `select id, ${column}::text as stored, pg_typeof(${column})::text as type from ${table}
         where ${column}::text not in ('', '[]')`,
      );
      for (const { id, stored, type } of rows) {
        const text = type === 'text' ? this.sealAgain(stored) : stored.replaceAll(sealed, this.sealAgain);
        if (text === stored) continue;
        const updated = await this.sql.rows(
          // A concurrent change has encrypted it as well.
          `update ${table} set ${column} = $3 where id = $1 and ${column}::text = $2 returning id`,
          [id, stored, text],
        );
        changed += updated.length;
      }
    }
    return changed;
  }

  private readonly sealAgain = (stored: string): string =>
    this.secrets.seal(this.secrets.open(stored), stored);
}
