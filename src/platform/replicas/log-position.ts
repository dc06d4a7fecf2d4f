import type { QueryExecutor } from '../persistence/index.js';

/** Everything that was committed before the time `at` is in the primary's write-ahead log before `position`. */
export interface LogMark {
  /** In milliseconds of `performance.now()`. */
  readonly at: number;
  readonly position: bigint;
}

/**
 * Returns a position in the write-ahead log of a server, in bytes.
 *
 * @param position SQL of type `pg_lsn`
 * @returns null if the server has no such position
 */
export async function logPosition(server: QueryExecutor, position: string): Promise<bigint | null> {
  const { rows } = await server.query<{ position: string | null }>({
    text: `select pg_wal_lsn_diff(${position}, '0/0')::text as position`,
  });
  const found = rows[0]?.position ?? null;
  return found === null ? null : BigInt(found);
}

/** Returns why a server could not be reached, for the log. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}
