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
import { createLog, NestLog } from './platform/log.js';

/** How long load balancers may still send requests after readiness has turned to 503, in milliseconds. */
const goodbye = 500;

/** How long requests in flight may take to end, in milliseconds. */
const patience = 20_000;

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

async function start(environment: Environment, log: Logger): Promise<void> {
  if (isMistypedToken(environment.bootstrapAccessToken ?? '')) {
    throw new EnvironmentError(
      'BOOTSTRAP_ACCESS_TOKEN must not begin with fcs_ unless it is a token that the service has made.',
    );
  }
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(environment), {
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
  const url = urlOf(app.getHttpServer().address() as AddressInfo);
  if (environment.databaseUrl === undefined) {
    log.warn(
      `The embedded database in ${resolve(environment.dataDir)} survives a crash of this process, but not a power loss. ` +
        'Set DATABASE_URL for production.',
    );
  }
  log.info({ url }, `Listening on ${url}`);
  if (firstToken !== undefined) greet(url, firstToken);
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever sends a second one does not want to wait: it ends the process at once.
    for (const each of stopSignals) process.removeListener(each, onSignal);
    void stop(app, log, signal);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
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

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${everywhere ? '127.0.0.1' : host}:${port}`;
}

/** Readiness turns to 503, requests in flight end, connections close, the process exits with 0. */
async function stop(app: NestExpressApplication, log: Logger, signal: NodeJS.Signals): Promise<void> {
  log.info(`Stopping after ${signal}`);
  app.get(HealthController).stop();
  await pause(goodbye);
  const server: Server = app.getHttpServer();
  // A connection that is kept alive would hold the server until its client lets go.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  setTimeout(() => server.closeAllConnections(), patience).unref();
  await app.close();
  log.info('Stopped');
  process.exit(0);
}

const onTerminal = process.stdout.isTTY;
let log = createLog('info', onTerminal);
try {
  const environment = Environment.ofProcess();
  log = createLog(environment.logLevel, onTerminal);
  await start(environment, log);
} catch (error) {
  if (error instanceof EnvironmentError) console.error(error.message);
  else if (isDatabaseUnavailable(error))
    console.error(`The database (DATABASE_URL) cannot be reached: ${reasonOf(error)}.`);
  else log.fatal({ err: error }, 'The service could not start');
  process.exit(1);
}
