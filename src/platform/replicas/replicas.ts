import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Background } from '../system/index.js';
import { monotonicTime } from './monotonic-time.js';

/** What statements are run on. */
export interface Runs {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Connections to a replica: for reads that end within milliseconds, for those that may take long, and to measure it. */
export interface ReplicaConnections {
  readonly short: Runs;
  readonly long: Runs;
  readonly measuring: Runs;
  close(): Promise<void>;
}

/** A replica that shows what is older than so many milliseconds is left out. */
const longestLag = 5_000;

const measureEvery = 1_000;

/** How far the primary was: all that was committed before the time `at` stands before the position in its log. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** A streaming replica of the primary. It is not used until it was found well. */
class Replica {
  /** It shows all that was committed before this time. */
  private freshAt = -Infinity;
  private isLeftOut = false;
  private failing = false;
  /** Reads that are under way on it. */
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(
    private readonly name: string,
    readonly connections: ReplicaConnections,
    private readonly say: (message: string) => void,
  ) {}

  /** Whether it may be read, and shows what was committed before the time `since`. */
  isFit(since = 0): boolean {
    return this.freshAt >= since && this.freshAt >= monotonicTime() - longestLag;
  }

  /** Rejects also as soon as the replica is left out because it does not answer. */
  async query<Row extends QueryResultRow>(
    kind: 'short' | 'long',
    statement: QueryConfig,
  ): Promise<QueryResult<Row>> {
    try {
      const result = await new Promise<QueryResult<Row>>((resolve, reject) => {
        this.waiting.add(reject);
        this.connections[kind]
          .query<Row>(statement)
          .then(resolve, reject)
          .finally(() => this.waiting.delete(reject));
      });
      this.failing = false;
      return result;
    } catch (error) {
      // Once, not for every read.
      if (!this.failing && !this.isLeftOut) {
        this.say(
          `A read at the replica ${this.name} failed, and is made at the primary: ${messageOf(error)}`,
        );
      }
      this.failing = true;
      throw error;
    }
  }

  /** @param marks of the last seconds, the oldest first */
  async measure(marks: readonly Mark[]): Promise<void> {
    let replayed: bigint;
    try {
      replayed = await positionOf(
        this.connections.measuring,
        'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
      );
    } catch (error) {
      this.leaveOut(messageOf(error));
      for (const reject of this.waiting) reject(new Error('The replica does not answer.'));
      return;
    }
    const shown = marks.findLast(({ position }) => position <= replayed);
    const [oldest, newest] = [marks[0], marks.at(-1)];
    if (!oldest || !newest) return;
    if (newest.at - (shown ?? oldest).at > longestLag) {
      this.leaveOut(`it lags by more than ${longestLag / 1000} seconds`);
    } else if (shown) {
      // It only ever shows more, so this holds from now on.
      this.freshAt = shown.at;
      if (this.isLeftOut) this.say(`The replica ${this.name} is used again`);
      this.isLeftOut = false;
    }
  }

  private leaveOut(why: string): void {
    this.freshAt = -Infinity;
    if (!this.isLeftOut) this.say(`The replica ${this.name} is left out: ${why}`);
    this.isLeftOut = true;
  }
}

/**
 * Streaming replicas of the primary, for the reads of requests that can do with what was so some seconds ago. No read
 * fails because of them: the primary does what they cannot.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private readonly marks: Mark[] = [];
  /** The replica of the request that is under way. */
  private readonly current = new AsyncLocalStorage<{ replica: Replica | undefined }>();
  private turn = 0;

  /**
   * @param connections by the replicas' names
   * @param say writes to the log
   */
  constructor(
    connections: ReadonlyMap<string, ReplicaConnections>,
    private readonly primary: Runs,
    say: (message: string) => void,
  ) {
    this.replicas = [...connections].map(([name, each]) => new Replica(name, each, say));
  }

  /** Begins to measure: none is used before. */
  watch(background: Background): void {
    background.every(measureEvery, 'the measuring of the primary', () => this.mark());
    // Each by itself, so that one that does not answer leaves the others alone.
    for (const replica of this.replicas) {
      background.every(measureEvery, 'the measuring of a replica', () => replica.measure(this.marks));
    }
  }

  /**
   * Does the work with the reads that it makes outside of a unit of work at one of the replicas, or at the primary where
   * none is well. When it fails it is done again at the primary, where there may be what the replica does not have yet.
   *
   * @param since the replica has to show what was committed before this time (see `monotonicTime`)
   * @param isFinal whether it would fail at the primary too
   */
  async read<T>(since: number, work: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
    const fit = this.replicas.filter((replica) => replica.isFit(since));
    const replica = fit[(this.turn += 1) % fit.length];
    if (!replica) return work();
    try {
      return await this.current.run({ replica }, work);
    } catch (error) {
      if (isFinal(error)) throw error;
      return work();
    }
  }

  /** Does the work with all its reads at the primary. */
  async atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return this.current.run({ replica: undefined }, work);
  }

  /** What a read gives at the replica of the request that is under way; undefined where it is to be made at the primary. */
  async query<Row extends QueryResultRow>(
    kind: 'short' | 'long',
    statement: QueryConfig,
  ): Promise<QueryResult<Row> | undefined> {
    const request = this.current.getStore();
    // A stream may go on for hours, and its replica not be well any more.
    if (!request?.replica?.isFit()) return undefined;
    try {
      return await request.replica.query<Row>(kind, statement);
    } catch {
      request.replica = undefined;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map(({ connections }) => connections.close()));
  }

  private async mark(): Promise<void> {
    const at = monotonicTime();
    const position = await positionOf(this.primary, 'pg_current_wal_flush_lsn()');
    this.marks.push({ at, position });
    while ((this.marks[0]?.at ?? at) < at - longestLag - 2 * measureEvery) this.marks.shift();
  }
}

/** A position in the log of a server, in bytes. */
async function positionOf(server: Runs, position: string): Promise<bigint> {
  const { rows } = await server.query<{ position: string | null }>({
    text: `select pg_wal_lsn_diff(${position}, '0/0')::text as position`,
  });
  const found = rows[0]?.position;
  if (typeof found !== 'string') throw new Error('It is no streaming replica.');
  return BigInt(found);
}

function messageOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}
