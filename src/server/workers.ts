import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

/** How long the primary waits before it replaces a worker that exited, in milliseconds. */
const restartDelay = 1_000;

/**
 * Starts `count` worker processes that share one port (Node's `cluster`), and replaces those that exit. The first worker
 * starts alone: it migrates the database, creates the first access token, and reports invalid settings once.
 *
 * On SIGTERM or SIGINT every worker stops gracefully, and this process exits with 0 when the last one has; a second
 * signal kills the workers.
 */
export function startWorkers(count: number, log: Logger): void {
  let isStopping = false;
  let hasListened = false;
  let exitCode = 0;
  const workers = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  // Each worker accepts connections itself, so that none is lost in the primary when a worker is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;

  const stop = (signal: NodeJS.Signals): void => {
    for (const worker of workers()) worker.process.kill(isStopping ? 'SIGKILL' : 'SIGTERM');
    if (!isStopping) log.info(`Stopping after ${signal}`);
    isStopping = true;
    if (workers().length === 0) process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));

  cluster.on('exit', (worker, code, signal: string | null) => {
    if (isStopping || !hasListened) {
      if (!isStopping || signal === 'SIGKILL') exitCode = 1;
      if (workers().length === 0) process.exit(exitCode);
      return;
    }
    log.error(`Worker ${worker.process.pid} exited with ${signal ?? code}; starting another`);
    setTimeout(() => isStopping || cluster.fork(), restartDelay);
  });
  cluster.once('listening', () => {
    hasListened = true;
    for (let started = 1; started < count; started++) cluster.fork();
  });
  cluster.fork();
}
