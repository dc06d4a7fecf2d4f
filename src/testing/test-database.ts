import type { Duplex } from 'node:stream';
import { EmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import type { DatabaseSettings } from '../settings/options.js';

/**
 * A PostgreSQL database in memory, for a suite of tests. It needs the optional dependency `@electric-sql/pglite`.
 *
 * All connections share one session: transactions exclude each other, so nothing about concurrency can be tested on it, and a
 * statement fails with SQLSTATE 55P03 if it waits for 2 s behind an idle transaction. The `search_path` is the schema of the
 * service, so the host's statements and entities have to name their schema.
 */
export class TestDatabase {
  private constructor(private readonly postgres: EmbeddedPostgres) {}

  /** Creates an empty database. */
  static async open(): Promise<TestDatabase> {
    return new TestDatabase(await EmbeddedPostgres.open());
  }

  /** The option `database` of `FeedbackServiceModule.forRoot`, which creates the tables. */
  get settings(): DatabaseSettings {
    return { connection: this.connection };
  }

  /** Options for a `pg` client or pool, or for `extra` of the host's TypeORM `DataSource`. */
  get connection(): { readonly stream: () => Duplex } {
    return { stream: this.postgres.stream };
  }

  /** Ends the database. Close the applications that use it before. */
  async close(): Promise<void> {
    await this.postgres.close();
  }
}
