import cluster from 'node:cluster';
import { Environment, variableOf } from './server/environment.js';
import { SettingsError } from './platform/config/index.js';
import { createLog } from './server/log.js';
import { answerOptions } from './server/command-line.js';
import { checkPorts, listenForMetrics } from './server/listening.js';
import { clusterMetrics } from './platform/telemetry/index.js';
import { startWorkers } from './server/workers.js';

const isTerminal = process.stdout.isTTY;
let log = createLog('info', isTerminal);
try {
  const answer = answerOptions(process.argv.slice(2));
  if (answer !== undefined) {
    console.log(answer);
    process.exit(0);
  }
  const environment = Environment.ofProcess();
  log = createLog(environment.logLevel, isTerminal);
  if (cluster.isPrimary) await checkPorts(environment);
  if (environment.webConcurrency > 1 && cluster.isPrimary) {
    await listenForMetrics(clusterMetrics(), environment, log);
    startWorkers(environment.webConcurrency, log);
  } else {
    // Loaded only here: the primary process serves no requests.
    const { serve } = await import('./server/serve.js');
    await serve(environment, log);
  }
} catch (error) {
  // Buffered lines precede the error.
  log.flush();
  if (error instanceof SettingsError) console.error(error.messageWith(variableOf));
  else log.fatal({ err: error }, 'The service could not start');
  process.exit(1);
}
