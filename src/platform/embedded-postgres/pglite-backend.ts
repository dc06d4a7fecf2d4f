import { Worker } from 'node:worker_threads';

/** What the worker is started with: see {@link EmbeddedPostgres.open}. */
export interface BackendOptions {
  directory?: string;
  snapshot?: Uint8Array;
}

/** What the worker is asked, one after the other; each request gets any number of parts and one `done`. */
export type BackendRequest =
  { task: 'execute'; messages: Uint8Array; endsReady: boolean } | { task: 'dump' } | { task: 'close' };

/** What the worker answers; its start-up counts as a first request, answered by the greeting. */
export interface BackendReply {
  kind: 'part' | 'done';
  data: Uint8Array;
  inTransaction?: boolean;
}

interface Pending {
  onPart: (data: Uint8Array) => void;
  resolve: (reply: BackendReply) => void;
  reject: (error: Error) => void;
}

/** PostgreSQL checks its own stack at 2 MB; the native frames beneath need up to 16 times that. */
const STACK_MB = 128;
const CLOSE_TIMEOUT_MS = 10_000;

/** PostgreSQL in a worker thread: one session, which takes protocol messages and gives back protocol messages. */
export class PgliteBackend {
  /** The bytes a client gets on connecting: authentication, parameters, key, ready for query. */
  greeting: Uint8Array = new Uint8Array();
  /** Why no statement can be run any more; absent while the database runs. */
  failure: Error | undefined;

  private readonly worker: Worker;
  private readonly pending: Pending[] = [];
  private readonly ended: Promise<void>;

  private constructor(
    options: BackendOptions,
    private readonly onFailure: (failure: Error) => void,
  ) {
    this.worker = new Worker(new URL('./pglite.worker.js', import.meta.url), {
      workerData: options,
      // What the process was started with may not suit a file (--input-type) or this one (a loader's hooks).
      execArgv: [],
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    this.worker.on('message', (reply: BackendReply) => this.receive(reply));
    this.worker.on('error', (error) =>
      this.fail(connectionLost(`The embedded PostgreSQL died: ${error.message}`, error)),
    );
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', (code) => {
        this.fail(connectionLost(`The embedded PostgreSQL died with exit code ${code}`));
        resolve();
      });
    });
  }

  /**
   * Starts the worker and waits until the database is open.
   * @param onFailure called once when the database can no longer be used: it died, or was stopped
   * @throws Error with PostgreSQL's own words when it cannot open the directory or the snapshot
   */
  static async start(options: BackendOptions, onFailure: (failure: Error) => void): Promise<PgliteBackend> {
    const backend = new PgliteBackend(options, onFailure);
    const reply = await new Promise<BackendReply>((resolve, reject) => {
      backend.pending.push({ onPart: () => {}, resolve, reject });
    });
    backend.greeting = reply.data;
    return backend;
  }

  /**
   * Runs frontend messages and hands the answer to `onPart`, piece by piece, cut anywhere.
   * @param endsReady whether the messages end in one that is answered by ReadyForQuery
   * @returns whether the session is inside a transaction; always false when `endsReady` is
   * @throws Error the {@link failure}, when the database died or was stopped
   */
  async execute(
    messages: Uint8Array,
    endsReady: boolean,
    onPart: (data: Uint8Array) => void,
  ): Promise<boolean> {
    // A buffer of its own: posting a view clones all of the memory behind it.
    const own = new Uint8Array(messages);
    const reply = await this.request({ task: 'execute', messages: own, endsReady }, onPart, [own.buffer]);
    if (reply.data.length > 0) onPart(reply.data);
    return reply.inTransaction === true;
  }

  /** The files of the database as an uncompressed tar. */
  async dump(): Promise<Uint8Array> {
    return (await this.request({ task: 'dump' })).data;
  }

  /** Ends the database after the statement that is running; cuts that off when it takes longer than 10 s. */
  async stop(): Promise<void> {
    if (this.failure === undefined) {
      const closing = this.request({ task: 'close' }).catch(() => undefined);
      this.failure = connectionLost('The embedded PostgreSQL is closed');
      this.onFailure(this.failure);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([closing, patience]);
      clearTimeout(timer);
    }
    await this.worker.terminate();
    await this.ended;
  }

  private request(
    request: BackendRequest,
    onPart: (data: Uint8Array) => void = () => {},
    transfer: ArrayBuffer[] = [],
  ): Promise<BackendReply> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.pending.push({ onPart, resolve, reject });
      this.worker.postMessage(request, transfer);
    });
  }

  private receive(reply: BackendReply): void {
    if (reply.kind === 'part') {
      this.pending[0]?.onPart(reply.data);
    } else {
      this.pending.shift()?.resolve(reply);
    }
  }

  private fail(failure: Error): void {
    if (this.failure === undefined) {
      this.failure = failure;
      this.onFailure(failure);
    }
    for (const { reject } of this.pending.splice(0)) reject(this.failure);
  }
}

/** With the code of a lost TCP connection: pg passes over it on a connection that is being ended anyway. */
function connectionLost(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'ECONNRESET' });
}
