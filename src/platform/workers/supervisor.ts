import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/clock.js';
import { listeningUrl } from '../http/listening-url.js';
import { type Call, type Result, type SharedMemory, stopMessage } from './shared-memory.js';

/** Whoever ended sooner after its start broke down, in milliseconds; then the next one has to wait. */
const soon = 60_000;

/** Pauses before a worker is replaced, in milliseconds: each breakdown in a row doubles it. */
const pauses = { first: 100, longest: 30_000 };

/**
 * Starts workers that listen on one port, replaces those that end, and stops them. The first one starts alone: it
 * migrates the database and makes the first token, and where the settings are wrong only one says so.
 */
export class Supervisor {
  private readonly listening = new Set<Worker>();
  private readonly pausing = new Set<NodeJS.Timeout>();
  /** Where all workers listen: undefined until the first one does. */
  private port: number | undefined;
  private announced = false;
  private stopping = false;
  /** Whether a worker could not stop as it should. */
  private failed = false;

  constructor(
    private readonly count: number,
    private readonly log: Logger,
    private readonly clock: Clock,
    private readonly memory: SharedMemory,
  ) {}

  /** Ends the process once all workers have ended. */
  start(): void {
    this.fork(0);
  }

  /** @param breakdowns of the workers before this one, in a row */
  private fork(breakdowns: number): void {
    const started = this.clock.now().getTime();
    // PORT=0 took a port, which is given back when no worker listens any more.
    const port = this.listening.size === 0 ? this.port : undefined;
    const worker = cluster.fork(port === undefined ? {} : { PORT: String(port) });
    closeWhatItDoesNotTake(worker);
    worker.on('message', (call: Call) => void this.answer(worker, call));
    worker.on('error', (error) => this.log.warn(`Worker ${worker.process.pid}: ${error.message}`));
    worker.once('listening', ({ address, port }) => this.onListening(worker, address, port));
    worker.once('exit', (code, signal: string | null) => {
      const lived = this.clock.now().getTime() - started;
      this.onExit(worker, signal ?? code, lived < soon ? breakdowns + 1 : 0);
    });
  }

  private onListening(worker: Worker, address: string, port: number): void {
    this.listening.add(worker);
    if (this.port === undefined) {
      this.port = port;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.stop(signal));
      for (let n = 1; n < this.count; n++) this.fork(0);
    }
    if (this.announced) this.log.info(`Worker ${worker.process.pid} listens`);
    if (this.announced || this.listening.size < this.count) return;
    this.announced = true;
    const url = listeningUrl(address, port);
    this.log.info({ url }, `Listening on ${url} with ${this.count} workers`);
  }

  private onExit(worker: Worker, how: string | number, breakdowns: number): void {
    this.listening.delete(worker);
    if (this.stopping) {
      if (how !== 0) {
        this.failed = true;
        this.log.error(`Worker ${worker.process.pid} ended with ${how} while it stopped`);
      }
      this.endIfLast();
    } else if (this.port === undefined) {
      // It has said why.
      process.exit(1);
    } else {
      const pause = breakdowns === 0 ? 0 : Math.min(pauses.first * 2 ** (breakdowns - 1), pauses.longest);
      this.log.error(`Worker ${worker.process.pid} ended with ${how}; the next one starts in ${pause} ms`);
      const timer = setTimeout(() => {
        this.pausing.delete(timer);
        this.fork(breakdowns);
      }, pause);
      this.pausing.add(timer);
    }
  }

  private async answer(worker: Worker, { call, method, argument }: Call): Promise<void> {
    const run = this.memory[method] as (argument: unknown) => unknown;
    const result: Result = { call, result: await run(argument) };
    if (worker.isConnected()) worker.send(result);
  }

  private stop(signal: NodeJS.Signals): void {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    if (this.stopping) {
      // Whoever sends a second one does not want to wait.
      for (const worker of workers) worker.process.kill('SIGKILL');
      this.log.flush();
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
      return;
    }
    this.log.info(`Stopping after ${signal}`);
    this.stopping = true;
    for (const timer of this.pausing) clearTimeout(timer);
    for (const worker of workers) if (worker.isConnected()) worker.send(stopMessage);
    this.endIfLast();
  }

  private endIfLast(): void {
    if (Object.values(cluster.workers ?? {}).length > 0) return;
    this.log.info('Stopped');
    process.exit(this.failed ? 1 : 0);
  }
}

/** The end of a connection that this process has accepted. */
type Handle = object & { close(): void };

/** Which worker a connection was handed to last. */
const handedTo = new WeakMap<Handle, Worker>();

/**
 * Connections are accepted here and handed to the workers in turn. Node closes its own end of one once the worker has said
 * that it took it. A worker that is killed before it could never says so: the client would wait for ever.
 */
function closeWhatItDoesNotTake(worker: Worker): void {
  const child = worker.process;
  const send = child.send.bind(child) as (message: unknown, handle?: Handle) => boolean;
  // A worker is handed the next one only after it has answered about the last.
  let last: Handle | undefined;
  child.send = (message: unknown, handle?: unknown): boolean => {
    if (typeof handle === 'object' && handle !== null && 'close' in handle) {
      last = handle as Handle;
      handedTo.set(last, worker);
    }
    return send(message, handle as Handle);
  };
  // To close one that is closed does nothing; one that it refused has been handed to another worker.
  worker.once('exit', () => {
    if (last && handedTo.get(last) === worker) last.close();
  });
}
