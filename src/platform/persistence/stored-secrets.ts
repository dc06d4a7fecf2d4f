import { Injectable } from '@nestjs/common';
import { SecretBox } from '../system/index.js';
import { Sql } from './sql.js';

/** Sees to it at the start that secrets which are stored can be read. */
@Injectable()
export class StoredSecrets {
  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Tries one of the column's secrets: with a key for which that works, all can be read, since no process ever starts
   * with another one.
   *
   * @throws EnvironmentError where `SECRETS_KEY` is not the one that they were sealed with
   */
  async check(table: string, column: string): Promise<void> {
    const found = await this.sql.row<{ secret: string }>(
      `select ${column} as secret from ${table} where ${SecretBox.isSealed(column)} limit 1`,
    );
    if (found) this.secrets.open(found.secret);
  }
}
