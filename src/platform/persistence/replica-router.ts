import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryExecutor } from './database.js';

/** The result of a check, and whether the primary gave it. */
export interface Checked<T> {
  readonly result: T;
  readonly isCurrent: boolean;
}

/**
 * Decides whether a read outside of a unit of work is made at a replica of the database. Without replicas, none is. TypeORM's
 * `replication` is not used, because it reads at any replica, however far it lags behind.
 */
export class ReplicaRouter {
  /**
   * Runs a read at the replica that serves the current request, or else at the primary.
   *
   * @param kind `short`: the read ends within milliseconds; `page`: so does it, but its answer may be large; `long`: it may
   * take seconds
   */
  query<Row extends QueryResultRow>(
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
    primary: QueryExecutor,
  ): Promise<QueryResult<Row>> {
    return primary.query<Row>(statement);
  }

  /**
   * Runs a check of a token or a role at the primary. While the primary is unavailable, one for a GET or HEAD request runs at a
   * replica if it has succeeded recently.
   *
   * @param _age milliseconds since it last succeeded at the primary; `Infinity` if it never has
   */
  async check<T>(work: () => Promise<T>, _age: number): Promise<Checked<T>> {
    return { result: await work(), isCurrent: true };
  }
}
