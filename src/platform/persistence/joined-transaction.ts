import pg from 'pg';
import type { Database } from './database.js';
import { TransactionConnection } from './transaction-connection.js';

/** A name that the host application does not use. */
const savepoint = 'feedback_changelog_service';

const setSearchPath = (path: string) => `select set_config('search_path', ${pg.escapeLiteral(path)}, true)`;

/**
 * The connection of a transaction that another application has begun. It runs one statement at a time, because the connection
 * may not be pipelined, and prepares none, because it may belong to a pooler.
 */
class JoinedConnection extends TransactionConnection {
  private last: Promise<unknown> = Promise.resolve();
  private isOpen = true;

  /** Rejects further statements, because the connection may be used by others from now on. */
  close(): void {
    this.isOpen = false;
  }

  override async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const { name: _, ...unnamed } =
      typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement;
    return this.enqueue(() => super.query<Row>(unnamed));
  }

  /** Runs several statements without values, and returns the rows of the first. */
  async script<Row extends pg.QueryResultRow>(...statements: string[]): Promise<Row[]> {
    const results = await this.enqueue(() => this.client.query<Row>(statements.join('; ')));
    // pg returns an array for several statements, which its types do not mention.
    return [results].flat()[0]?.rows ?? [];
  }

  /**
   * Runs work of the other application between two statements of the service.
   *
   * @param ownPath the `search_path` of the other application
   * @param path the path of the service
   */
  async lend(ownPath: string, path: string, work: () => Promise<void>): Promise<void> {
    await this.enqueue(async () => {
      await this.client.query(setSearchPath(ownPath));
      await work();
      // If the work has failed, the rollback to the savepoint restores it.
      await this.client.query(setSearchPath(path)).catch(() => undefined);
    });
  }

  private async enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = this.last.then(async () => {
      if (!this.isOpen) {
        throw new Error(
          'The transaction of the host application has ended. Await HostTransaction.run, and each use case within it, before that.',
        );
      }
      return run();
    });
    this.last = result.catch(() => undefined);
    return result;
  }
}

/**
 * A transaction that another application has begun and that it ends. Units of work run in it one after the other, each in a
 * savepoint, so that a failed one stores nothing and leaves the transaction usable. The savepoints of TypeORM's nested transactions
 * would call the subscribers of the host.
 *
 * The service's `search_path` applies only during a unit of work: the statements of the other application must not reach
 * tables of the service that have the same names as its own. So they wait for the unit of work to end, which also keeps them
 * out of its savepoint; those that are part of it run between its statements.
 */
export class JoinedTransaction {
  /** Called when the other application has committed. */
  readonly afterCommit = new Set<() => void>();
  readonly connection: JoinedConnection;
  private lastTurn: Promise<unknown> = Promise.resolve();
  /** How many units of work have been started and have not ended yet. */
  private activeCount = 0;
  private searchPath = '';
  private endOfStatement: (() => void) | undefined;

  constructor(
    client: pg.PoolClient,
    private readonly database: Pick<Database, 'schema' | 'identity'>,
  ) {
    this.connection = new JoinedConnection(client);
  }

  /** Whether a unit of work has been started and has not ended yet. */
  get isActive(): boolean {
    return this.activeCount > 0;
  }

  /** Runs a unit of work after those, and after the statements of the other application, that have been started before. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.activeCount++;
    return this.exclusively(work).finally(() => this.activeCount--);
  }

  private async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.lastTurn.then(work);
    this.lastTurn = result.catch(() => undefined);
    return result;
  }

  /**
   * Waits until a statement of the other application may run. Until `endStatement` is called, no unit of work runs.
   *
   * @param isPart whether the current unit of work runs the statement
   */
  async startStatement(isPart: boolean): Promise<void> {
    await new Promise<void>((start, reject) => {
      const untilEnded = () =>
        new Promise<void>((end) => {
          this.endOfStatement = end;
          start();
        });
      const turn = isPart
        ? this.connection.lend(this.searchPath, this.database.schema, untilEnded)
        : this.exclusively(untilEnded);
      turn.catch(reject);
    });
  }

  endStatement(): void {
    this.endOfStatement?.();
    this.endOfStatement = undefined;
  }

  async begin(): Promise<void> {
    const { identity, schema } = this.database;
    const [found] = await this.connection.script<{ path: string; database: string; oid: string | null }>(
      `select current_setting('search_path') as path, current_database() as database,
              to_regnamespace('${schema}')::oid::text as oid`,
      `savepoint ${savepoint}`,
      `set local search_path = ${schema}`,
    );
    this.searchPath = found!.path;
    if (found!.database === identity.database && found!.oid === identity.oid) return;
    await this.rollback();
    const reason =
      found!.oid === null ? `it has no schema ${schema}` : `it is of another database, ${found!.database}`;
    throw new Error(`The transaction must be one of the database of the service: ${reason}.`);
  }

  async commit(): Promise<void> {
    await this.connection.script(setSearchPath(this.searchPath), `release savepoint ${savepoint}`);
  }

  /** Also restores the `search_path`, which PostgreSQL resets to its value at the savepoint. */
  async rollback(): Promise<void> {
    await this.connection.script(`rollback to savepoint ${savepoint}`, `release savepoint ${savepoint}`);
  }
}
