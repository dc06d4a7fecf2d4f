import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { DirectoryLock } from './directory-lock.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { PgliteBackend } from './pglite-backend.js';
import { SessionGate } from './session-gate.js';

/** How {@link EmbeddedPostgres.open} opens a database. */
export interface EmbeddedPostgresOptions {
  /** Where the database lives: a directory, made when missing. Absent: in memory, gone on closing. */
  directory?: string;
  /** What {@link EmbeddedPostgres.dump} gave, as the content of a database that does not exist yet. */
  snapshot?: Uint8Array;
  /** How long a statement waits, in milliseconds, behind a transaction that does nothing; 2,000 unless told. */
  patienceMs?: number;
}

/**
 * PostgreSQL inside this process, in a thread of its own, for an ordinary pg Pool and what builds on it:
 * `new Pool({ stream: postgres.stream })`. Extensions citext, pg_trgm, pgcrypto and unaccent can be created.
 *
 * A commit that was acknowledged survives the killing of the process, but, as nothing is fsynced, not
 * necessarily a power failure. And beneath its connections is one session, so, unlike on a server:
 *
 * - Statements run one after the other, and a transaction keeps all others out. A statement that waits
 *   for `patienceMs` behind a transaction that does nothing fails with SQLSTATE 55P03, unrun.
 * - What belongs to a session is shared by all connections and outlives them: `SET`, temporary tables,
 *   `LISTEN` (whose notifications reach any connection), SQL's own `PREPARE`, cursors `WITH HOLD`.
 *   Session-level advisory locks are granted to all connections at once: they exclude nobody.
 * - User, password, database and parameters that a client sends on connecting are not looked at
 *   (application_name, options, statement_timeout, ...); everybody is the superuser postgres. Timeouts have no
 *   effect when set, and a running statement cannot be cancelled.
 * - COPY FROM STDIN is refused.
 *
 * When the database dies or is closed, all connections fail, at once and from then on, with the code ECONNRESET.
 */
export class EmbeddedPostgres {
  /** What pg's client option `stream` takes: makes a connection, which fails on connecting after close. */
  readonly stream = (): Duplex => {
    this.connectionCount += 1;
    const connection = new EmbeddedConnection(this.backend, this.gate, `c${this.connectionCount}_`);
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
    return connection;
  };

  private connectionCount = 0;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly backend: PgliteBackend,
    private readonly connections: Set<Duplex>,
    private readonly gate: SessionGate,
    private readonly lock: DirectoryLock | undefined,
  ) {}

  /**
   * Opens a database, and makes it when it is not there yet: a second or two for a new one, less for one that
   * exists. The directory is this class's alone, and of one process at a time.
   * @throws Error with a sentence for the user when another process (or this one) has the directory open,
   *   when a snapshot meets an existing database, or when PostgreSQL cannot open the files
   */
  static async open(options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
    const { directory, snapshot, patienceMs = 2_000 } = options;
    if (directory === undefined) return EmbeddedPostgres.start({ snapshot, patienceMs });
    const absolute = resolve(directory);
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    const lock = await DirectoryLock.acquire(absolute);
    try {
      const cluster = join(absolute, 'pgdata');
      const unfinished = join(absolute, 'unfinished');
      // A process killed while it made the database leaves one that looks complete and is not.
      if (await exists(unfinished)) await rm(cluster, { recursive: true, force: true });
      const isNew = !(await exists(cluster));
      if (!isNew && snapshot !== undefined) {
        throw new Error(
          `The directory ${absolute} has a database already: a snapshot cannot be loaded into it.`,
        );
      }
      if (isNew) await writeFile(unfinished, '');
      const postgres = await EmbeddedPostgres.start({ directory: cluster, snapshot, patienceMs, lock });
      await rm(unfinished, { force: true });
      return postgres;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** The database as an uncompressed tar of its files, without what open transactions did. For tests. */
  async dump(): Promise<Uint8Array> {
    return this.backend.dump();
  }

  /**
   * Ends all connections, what they have open is rolled back, and gives the directory free. A statement that is
   * running may finish, within 10 s. Can be called again.
   */
  async close(): Promise<void> {
    this.closing ??= this.backend.stop().then(() => this.lock?.release());
    return this.closing;
  }

  private static async start(options: {
    directory?: string;
    snapshot: Uint8Array | undefined;
    patienceMs: number;
    lock?: DirectoryLock;
  }): Promise<EmbeddedPostgres> {
    const { directory, snapshot, patienceMs, lock } = options;
    const connections = new Set<Duplex>();
    const backend = await PgliteBackend.start(
      { ...(directory !== undefined && { directory }), ...(snapshot !== undefined && { snapshot }) },
      (failure) => {
        for (const connection of connections) connection.destroy(failure);
      },
    );
    return new EmbeddedPostgres(backend, connections, new SessionGate(patienceMs), lock);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
