import type { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { translateError } from './database-errors.js';

/** The statement of TypeORM's `startTransaction`. */
export const startTransaction = 'START TRANSACTION';

/** The statements that would end the transaction, or that PostgreSQL ignores within it. */
const transactionControl = /^\s*(start\s+transaction|begin|commit|end|rollback|abort)\s*;?\s*$/i;

/** Returns the `name` under which connections prepare a statement; none if they cannot. */
type NameStatement = (text: string) => { name?: string };

/** The connection of a transaction, for everything that runs in it: `Sql`, and TypeORM's query runner. */
export class TransactionConnection {
  /** @param nameOf names the statements of TypeORM, which has no names of its own; `Sql` names its statements itself */
  constructor(
    protected readonly client: pg.PoolClient,
    private readonly nameOf: NameStatement = () => ({}),
  ) {}

  /**
   * Runs a statement. TypeORM's `startTransaction` is not sent, because the transaction has begun.
   *
   * @throws Error for other statements that begin or end a transaction: the unit of work, or the host, does so
   */
  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text === startTransaction)
      return { rows: [], fields: [], command: startTransaction, rowCount: null, oid: 0 };
    if (transactionControl.test(text)) {
      throw new Error(`The statement is not possible within a unit of work: ${text}`);
    }
    if (typeof statement !== 'string') return this.client.query<Row>(statement);
    // Without values it may be several statements, which cannot be prepared.
    return values
      ? this.client.query<Row>({ text, values, ...this.nameOf(text) })
      : this.client.query<Row>(text);
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.client.on(event, listener);
  }

  removeListener(event: 'error', listener: (error: Error) => void): void {
    this.client.removeListener(event, listener);
  }
}

/** A transaction that statements of the current work run in. */
export interface ActiveTransaction {
  readonly connection: TransactionConnection;
  /** Called after the commit. */
  readonly afterCommit: Set<() => void>;
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of TypeORM's data source. Within a transaction it returns the connection of that transaction, so that the
 * repositories that use TypeORM's `EntityManager` and those that use `Sql` share one.
 */
export class TransactionPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly current: AsyncLocalStorage<ActiveTransaction>,
  ) {
    super(config);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connection = this.current.getStore()?.connection as unknown as pg.PoolClient | undefined;
    if (!connection) {
      if (!callback) return super.connect();
      // As `Sql` does. TypeORM connects here outside of units of work.
      return super.connect((error, ...connected) =>
        callback(error && (translateError(error) as Error), ...connected),
      );
    }
    if (!callback) return Promise.resolve(connection);
    callback(undefined, connection, () => undefined);
  }
}
