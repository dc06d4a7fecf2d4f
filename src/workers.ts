import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { Environment, EnvironmentError } from './platform/environment.js';
import { MemoryThrottlerStorage } from './platform/http/memory-throttler-storage.js';
import { RecentWrites } from './platform/recent-writes.js';
import { SystemClock } from './platform/system-clock.js';
import { Supervisor } from './platform/workers/supervisor.js';
import { SupervisorLink } from './platform/workers/supervisor-link.js';

/** Given to the processes that the supervisor starts. */
const workerArgument = 'worker';

/** Starts `WEB_CONCURRENCY` workers and looks after them; or the service, where this process is one of them. */
export async function runAsOneOfMany(environment: Environment, log: Logger): Promise<void> {
  if (cluster.worker && process.argv.at(-1) === workerArgument) {
    const { serve } = await import('./service.js');
    return serve(environment, log, new SupervisorLink(cluster.worker));
  }
  if (cluster.worker) {
    throw new EnvironmentError(
      'WEB_CONCURRENCY must be 1 where a process manager already starts the service as a worker of its own.',
    );
  }
  cluster.setupPrimary({ args: [workerArgument] });
  const clock = new SystemClock();
  const hits = new MemoryThrottlerStorage(clock);
  const writes = new RecentWrites();
  new Supervisor(environment.webConcurrency, log, clock, {
    hit: ({ key, ttl, limit }) => hits.increment(key, ttl, limit),
    noteWrite: (of) => writes.note(of),
    lastWrite: (of) => writes.last(of),
  }).start();
}
