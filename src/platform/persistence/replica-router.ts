import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Decides whether a read outside of a unit of work is made at a replica of the database. */
export abstract class ReplicaRouter {
  /**
   * Runs a read at the replica that serves the current request. Returns undefined when the read has to be made at the
   * primary.
   *
   * @param kind `short`: the read ends within milliseconds; `page`: so does it, but its answer may be large; `long`: it may
   * take seconds
   */
  abstract query<Row extends QueryResultRow>(
    kind: 'short' | 'page' | 'long',
    statement: QueryConfig,
  ): Promise<QueryResult<Row> | undefined>;

  /** Runs the work with all its reads at the primary. */
  abstract atPrimary<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes every read at the primary. */
export class NoReplicas extends ReplicaRouter {
  override query(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  override atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}
