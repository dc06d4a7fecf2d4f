import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** The worker's `workerData`; see {@link EmbeddedPostgres.open}. */
export interface BackendOptions {
  directory?: string | undefined;
  snapshot?: Uint8Array | undefined;
}

/** A request to the worker, which answers them in turn. */
export type BackendRequest =
  { task: 'execute'; messages: Uint8Array; endsReady: boolean } | { task: 'dump' } | { task: 'close' };

/** The worker's answer to a request; the first one is its greeting. */
export interface BackendResult {
  data: Uint8Array;
  /** Whether the session is in a transaction afterwards; known only after a ReadyForQuery. */
  inTransaction: boolean;
  /** Whether a LISTEN was executed. */
  listens: boolean;
  /** Notifications, as protocol messages, which are not part of `data`. */
  notifications: Uint8Array;
}

interface PendingRequest {
  resolve: (result: BackendResult) => void;
  reject: (error: Error) => void;
}

/** PostgreSQL limits its own stack to 2 MB; the native frames beneath it take up to 16 times as much. */
const stackMb = 128;
const closeTimeoutMs = 10_000;

/** PGlite in a worker thread: a single session that takes and returns protocol messages. */
export class PgliteBackend {
  /** What a client receives on connecting: authentication, parameters, key, ready for query. */
  greeting: Uint8Array = new Uint8Array();
  /** Why the database has become unusable; undefined while it runs. */
  failure: Error | undefined;

  /** Called once when the database becomes unusable: it died or was stopped. */
  onFailure: (failure: Error) => void = () => {};

  private readonly worker: Worker;
  private readonly pending: PendingRequest[] = [];

  private constructor(options: BackendOptions) {
    this.worker = new Worker(new URL('./pglite.worker.js', import.meta.url), {
      workerData: options,
      // The process may have options that do not suit a worker (--input-type, a loader's hooks).
      execArgv: [],
      resourceLimits: { stackSizeMb: stackMb },
    });
    this.worker.on('message', (result: BackendResult) => this.pending.shift()?.resolve(result));
    this.worker.on('error', (error) => this.fail(error.message, error));
    this.worker.on('exit', (code) => this.fail(`exit code ${code}`));
  }

  /**
   * Starts the worker and waits until the database is open.
   * @throws Error with PostgreSQL's message if it cannot open the directory or the snapshot
   */
  static async start(options: BackendOptions): Promise<PgliteBackend> {
    const backend = new PgliteBackend(options);
    try {
      backend.greeting = (await backend.nextResult()).data;
    } catch (error) {
      await backend.worker.terminate();
      throw error;
    }
    return backend;
  }

  /**
   * Executes frontend messages.
   * @param endsReady whether the last message is answered by ReadyForQuery
   * @throws Error the {@link failure} if the database died or was stopped
   */
  async execute(messages: Uint8Array, endsReady: boolean): Promise<BackendResult> {
    // Posting a view would copy all of the memory behind it.
    return this.request({ task: 'execute', messages: new Uint8Array(messages), endsReady });
  }

  /** Returns the files of the database as an uncompressed tar. */
  async dump(): Promise<Uint8Array> {
    return (await this.request({ task: 'dump' })).data;
  }

  /** Stops the database after the running statement, or after 10 s. */
  async stop(): Promise<void> {
    if (this.failure === undefined) {
      const closing = this.request({ task: 'close' }).catch(() => undefined);
      this.failure = connectionError('The embedded PostgreSQL is closed');
      this.onFailure(this.failure);
      await Promise.race([closing, pause(closeTimeoutMs, undefined, { ref: false })]);
    }
    await this.worker.terminate();
  }

  private async request(request: BackendRequest): Promise<BackendResult> {
    if (this.failure !== undefined) throw this.failure;
    this.worker.postMessage(request);
    return this.nextResult();
  }

  private nextResult(): Promise<BackendResult> {
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject }));
  }

  private fail(reason: string, cause?: unknown): void {
    if (this.failure === undefined) {
      this.failure = connectionError(`The embedded PostgreSQL died: ${reason}`, cause);
      this.onFailure(this.failure);
    }
    for (const { reject } of this.pending.splice(0)) reject(this.failure);
  }
}

/** Has the code of a lost TCP connection, which pg ignores on a connection that is being ended. */
function connectionError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'ECONNRESET' });
}
