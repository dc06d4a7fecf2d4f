import { Environment, EnvironmentError } from './platform/environment.js';
import { createLog } from './platform/log.js';

const onTerminal = process.stdout.isTTY;
let log = createLog('info', onTerminal);
try {
  const environment = Environment.ofProcess();
  log = createLog(environment.logLevel, onTerminal);
  if (environment.webConcurrency === 1) {
    const { serve } = await import('./service.js');
    await serve(environment, log);
  } else {
    // Loaded only here: a supervisor needs nothing of the service, and a process on its own nothing of workers.
    const { runAsOneOfMany } = await import('./workers.js');
    await runAsOneOfMany(environment, log);
  }
} catch (error) {
  // What came before stands before.
  log.flush();
  if (error instanceof EnvironmentError) console.error(error.message);
  else log.fatal({ err: error }, 'The service could not start');
  process.exit(1);
}
