import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryLock } from './directory-lock.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { PgliteBackend } from './pglite-backend.js';
import { query } from './protocol.js';
import { SessionLock } from './session-lock.js';

/** The options of {@link EmbeddedPostgres.open}. */
interface EmbeddedPostgresOptions {
  /** The directory of the database, created if missing. Without it, for tests, the database is in memory. */
  directory?: string;
  /** For tests: the result of {@link EmbeddedPostgres.dump}, as the initial content of a new database. */
  snapshot?: Uint8Array;
  /** Called when the database dies, for example of a full disk. One in a directory is then opened again. */
  onDeath?: (failure: Error) => void;
  /** Called when the database cannot be opened again yet. Further attempts follow. */
  onReopenFailed?: (failure: Error) => void;
  /** Called when the database has been opened again, with all commits. */
  onReopened?: () => void;
  /** For tests: how long, in milliseconds, a statement waits behind an idle transaction; 2,000 by default. */
  lockTimeoutMs?: number;
}

/** The databases by their streams, which are all that a pool of pg knows of them. */
const databases = new WeakMap<() => Duplex, EmbeddedPostgres>();

/** The pause before each attempt to open a database that has died, in milliseconds. */
const reopenDelayMs = 2_000;

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
 * When the database dies or is closed, all connections fail with the code ECONNRESET, and new ones too. A database in a
 * directory that has died is opened again in a new worker, every 2 s until that succeeds: its files are not damaged.
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
  private readonly closed = new AbortController();
  /** The statements that every session begins with. */
  private readonly setup: string[] = [];
  private connectionCount = 0;
  private closing: Promise<void> | undefined;
  private reopening: Promise<void> | undefined;

  /** @param files the directory of the database, and its lock; without them it is in memory */
  private constructor(
    private backend: PgliteBackend,
    private readonly session: SessionLock,
    private readonly options: EmbeddedPostgresOptions,
    private readonly files?: { readonly cluster: string; readonly lock: DirectoryLock },
  ) {
    databases.set(this.stream, this);
    this.watch(backend);
  }

  /** Returns the database whose `stream` this is; undefined for any other. */
  static withStream(stream: (() => Duplex) | undefined): EmbeddedPostgres | undefined {
    return stream && databases.get(stream);
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
      return new EmbeddedPostgres(backend, session, options, { cluster, lock });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Runs a statement that sets up the session, now and whenever the database has been opened again. */
  async setUpSession(statement: string): Promise<void> {
    this.setup.push(statement);
    await this.backend.execute(query(statement), true);
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
    const stop = async () => {
      this.closed.abort();
      await this.reopening;
      await this.backend.stop();
      await this.files?.lock.release();
    };
    await (this.closing ??= Promise.resolve().then(stop));
  }

  private watch(backend: PgliteBackend): void {
    backend.onFailure = (failure) => {
      this.connections.forEach((connection) => connection.destroy(failure));
      if (this.closing !== undefined) return;
      this.options.onDeath?.(failure);
      if (this.files) this.reopening = this.reopen(this.files.cluster);
    };
  }

  /** Opens the database in a new worker, as soon as that is possible. */
  private async reopen(directory: string): Promise<void> {
    const { signal } = this.closed;
    const wait = () => pause(reopenDelayMs, undefined, { signal }).catch(() => undefined);
    // Its memory may be damaged. Two workers must not have the files open.
    await this.backend.stop();
    for (await wait(); !signal.aborted; await wait()) {
      try {
        const backend = await PgliteBackend.start({ directory });
        for (const statement of this.setup) await backend.execute(query(statement), true);
        this.backend = backend;
        this.watch(backend);
        this.options.onReopened?.();
        return;
      } catch (error) {
        this.options.onReopenFailed?.(error as Error);
      }
    }
  }
}
