import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryExecutor } from './database.js';

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

  /** Runs the work with all its reads at the primary. */
  atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}
