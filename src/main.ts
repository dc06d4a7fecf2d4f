import cluster from 'node:cluster';
import { Environment, EnvironmentError } from './platform/config/index.js';
import { createLog } from './platform/logging/index.js';
import { startWorkers } from './workers.js';

const onTerminal = process.stdout.isTTY;
let log = createLog('info', onTerminal);
try {
  const environment = Environment.ofProcess();
  log = createLog(environment.logLevel, onTerminal);
  if (environment.webConcurrency > 1 && cluster.isPrimary) {
    startWorkers(environment.webConcurrency, log);
  } else {
    // Loaded only here: the primary process serves no requests.
    const { serve } = await import('./service.js');
    await serve(environment, log);
  }
} catch (error) {
  // What came before stands before.
  log.flush();
  if (error instanceof EnvironmentError) console.error(error.message);
  else log.fatal({ err: error }, 'The service could not start');
  process.exit(1);
}
