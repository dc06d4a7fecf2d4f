import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { FirstAccess, isMistypedToken } from './identity/index.js';
import { Background } from './platform/background.js';
import { isDatabaseUnavailable } from './platform/database/database-errors.js';
import { Environment, EnvironmentError } from './platform/environment.js';
import { configureApp } from './platform/http/configure-app.js';
import { HealthController } from './platform/http/health.controller.js';
import { listeningUrl } from './platform/http/listening-url.js';
import { NestLog } from './platform/log.js';
import type { SupervisorLink } from './platform/workers/supervisor-link.js';

/** How long load balancers may still send requests after readiness has turned to 503, in milliseconds. */
const goodbye = 500;

/** How long requests in flight may take to end, in milliseconds. */
const patience = 20_000;

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Whether somebody reads along. */
const onTerminal = process.stdout.isTTY;

/**
 * Starts the service and listens; from then on a signal, or the supervisor, stops it.
 *
 * @param supervisor of this process, where it is one of several workers
 * @throws EnvironmentError where the settings, or the database they name, are what is wrong
 */
export async function serve(
  environment: Environment,
  log: Logger,
  supervisor?: SupervisorLink,
): Promise<void> {
  try {
    await start(environment, log, supervisor);
  } catch (error) {
    if (error instanceof EnvironmentError || !isDatabaseUnavailable(error)) throw error;
    const urls = environment.databaseDirectUrl ? 'DATABASE_DIRECT_URL, DATABASE_URL' : 'DATABASE_URL';
    throw new EnvironmentError(`The database (${urls}) cannot be reached: ${reasonOf(error)}.`);
  }
}

async function start(
  environment: Environment,
  log: Logger,
  supervisor: SupervisorLink | undefined,
): Promise<void> {
  if (isMistypedToken(environment.bootstrapAccessToken ?? '')) {
    throw new EnvironmentError(
      'BOOTSTRAP_ACCESS_TOKEN must not begin with fcs_ unless it is a token that the service has made.',
    );
  }
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(environment, supervisor), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLog(log),
  });
  configureApp(app, log);
  await app.init();

  let firstToken: string | undefined;
  await app.get(FirstAccess).ensure(environment.bootstrapAccessToken, async (token) => {
    if (onTerminal) firstToken = token;
    else await keep(token, environment.dataDir, log);
  });

  // Before anything else can go wrong: it is known nowhere else.
  if (firstToken !== undefined) show(firstToken);

  await listen(app, environment);
  app.get(Background).start();
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  const url = listeningUrl(address, port);
  if (environment.databaseUrl === undefined) {
    log.warn(
      `The embedded database in ${resolve(environment.dataDir)} survives a crash of this process, but not a power loss. ` +
        'Set DATABASE_URL for production.',
    );
  }
  // A supervisor says it once for all workers.
  const level = supervisor ? 'debug' : 'info';
  log[level]({ url }, `Listening on ${url}`);
  if (firstToken !== undefined) greet(url, firstToken);
  let stopping = false;
  const stopAfter = (what: string) => {
    if (!stopping) void stop(app, (message) => log[level](message), what);
    stopping = true;
  };
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever sends a second one does not want to wait: it ends the process at once. What the supervisor says does not
    // count: a terminal or a service manager sends a signal to all processes, of which it is one.
    for (const each of stopSignals) process.removeListener(each, onSignal);
    stopAfter(signal);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  supervisor?.onStop(stopAfter);
}

/** Nobody reads along where the output is no terminal, and a log is no place for a token. */
async function keep(token: string, dataDir: string, log: Logger): Promise<void> {
  const file = resolve(dataDir, 'initial-access-token');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // A file that is there already would keep its mode.
    await rm(file, { force: true });
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new EnvironmentError(`DATA_DIR must be able to hold the first access token: ${reasonOf(error)}.`);
  }
  log.info(`The access token of the first instance admin is in ${file}`);
}

function show(token: string): void {
  console.log(`
This is the access token of the first instance admin. It is shown only now:

  ${token}
`);
}

function greet(url: string, token: string): void {
  console.log(`
The service runs at ${url}/v1

Try it:

  curl -H 'Authorization: Bearer ${token}' ${url}/v1/me

Fill a project to look at, in the folder of the sources:

  API=${url} TOKEN=${token} npm run demo

All operations, to try out in a browser: ${url}/docs
`);
}

async function listen(app: NestExpressApplication, { host, port }: Environment): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    throw new EnvironmentError(
      `HOST (${host}) and PORT (${port}) must be free to listen on: ${reasonOf(error)}.`,
    );
  }
}

/** System errors of several addresses that were tried have a code, but no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
}

/** Readiness turns to 503, requests in flight end, connections close, the process exits with 0. */
async function stop(
  app: NestExpressApplication,
  say: (message: string) => void,
  after: string,
): Promise<void> {
  say(`Stopping after ${after}`);
  app.get(HealthController).stop();
  await pause(goodbye);
  const server: Server = app.getHttpServer();
  // A connection that is kept alive would hold the server until its client lets go.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  setTimeout(() => server.closeAllConnections(), patience).unref();
  await app.close();
  say('Stopped');
  process.exit(0);
}
