import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { DirectoryLock } from './directory-lock.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { PgliteBackend } from './pglite-backend.js';
import { SessionLock } from './session-lock.js';

/** The options of {@link EmbeddedPostgres.open}. */
export interface EmbeddedPostgresOptions {
  /** The directory of the database, created if missing. Without it, for tests, the database is in memory. */
  directory?: string;
  /** For tests: the result of {@link EmbeddedPostgres.dump}, as the initial content of a new database. */
  snapshot?: Uint8Array;
  /** Called when the database dies, for example of a full disk. Opening it again recovers all commits. */
  onDeath?: (failure: Error) => void;
  /** For tests: how long, in milliseconds, a statement waits behind an idle transaction; 2,000 by default. */
  lockTimeoutMs?: number;
}

/**
 * PGlite in a worker thread, for an ordinary pg Pool: `new Pool({ stream: postgres.stream })`.
 *
 * An acknowledged commit survives the killing of the process, but not necessarily a power failure, because nothing
 * is fsynced. All connections share a single session, so there are differences to a server:
 *
 * - A transaction blocks all other connections. A statement that waits for `lockTimeoutMs` behind an idle transaction
 *   fails with SQLSTATE 55P03 and is not executed.
 * - The state of the session is common to all connections and outlives them: `SET`, temporary tables, SQL's
 *   `PREPARE`, cursors `WITH HOLD`. Session-level advisory locks are granted to all connections at once.
 * - A connection that has executed `LISTEN` receives the notifications of all channels that any connection listens
 *   to. `UNLISTEN` ends the notifications of a channel for all connections.
 * - The user, password, database and parameters of a connection are ignored; every connection is the superuser.
 * - Timeouts have no effect, a running statement cannot be canceled, and COPY FROM STDIN fails.
 *
 * When the database dies or is closed, all connections fail with the code ECONNRESET, and new ones too.
 * `@electric-sql/pglite-socket` 0.2.17 is no replacement: prepared statements of the same name collide, a statement
 * behind an idle transaction waits forever, and more. See the tests "beyond pglite-socket".
 */
export class EmbeddedPostgres {
  /** The `stream` option of pg's clients and pools: creates a connection. */
  readonly stream = (): Duplex => {
    this.connectionCount += 1;
    const broadcast = (notifications: Uint8Array) =>
      this.connections.forEach((other) => other.notify(notifications));
    const connection = new EmbeddedConnection(this.backend, this.session, this.connectionCount, broadcast);
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
    return connection;
  };

  private readonly connections = new Set<EmbeddedConnection>();
  private connectionCount = 0;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly backend: PgliteBackend,
    private readonly session: SessionLock,
    { onDeath }: EmbeddedPostgresOptions,
    private readonly lock?: DirectoryLock,
  ) {
    backend.onFailure = (failure) => {
      this.connections.forEach((connection) => connection.destroy(failure));
      if (this.closing === undefined) onDeath?.(failure);
    };
  }

  /**
   * Opens a database, and creates it if it does not exist yet, which takes a second or two.
   * @throws Error with a message for the user if the directory is in use, if there is a snapshot for an existing
   *   database, or if PostgreSQL cannot open the files
   */
  static async open(options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
    const { directory, snapshot, lockTimeoutMs = 2_000 } = options;
    const session = new SessionLock(lockTimeoutMs);
    if (directory === undefined)
      return new EmbeddedPostgres(await PgliteBackend.start({ snapshot }), session, options);
    const absolute = resolve(directory);
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    const lock = await DirectoryLock.acquire(absolute);
    try {
      const cluster = join(absolute, 'pgdata');
      const unfinished = join(absolute, 'unfinished');
      // A process killed while it created the database leaves an incomplete one that looks complete.
      if (existsSync(unfinished)) await rm(cluster, { recursive: true, force: true });
      if (!existsSync(cluster)) {
        await writeFile(unfinished, '');
      } else if (snapshot !== undefined) {
        throw new Error(`A snapshot cannot be loaded into ${absolute}: it has a database already.`);
      }
      const backend = await PgliteBackend.start({ directory: cluster, snapshot });
      await rm(unfinished, { force: true });
      return new EmbeddedPostgres(backend, session, options, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** For tests: returns the database as an uncompressed tar of its files, without uncommitted changes. */
  async dump(): Promise<Uint8Array> {
    return this.backend.dump();
  }

  /**
   * Ends all connections, rolls back their transactions and unlocks the directory. A running statement may finish
   * within 10 s. Further calls have no effect.
   */
  async close(): Promise<void> {
    const stop = () => this.backend.stop().then(() => this.lock?.release());
    await (this.closing ??= Promise.resolve().then(stop));
  }
}
