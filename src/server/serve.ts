import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Environment } from './environment.js';
import { FeedbackServiceModule } from '../feedback-service.module.js';
import { FirstAccess } from '../identity/index.js';
import { Background } from '../platform/jobs/index.js';
import { isDatabaseUnavailable } from '../platform/persistence/index.js';
import { SettingsError } from '../platform/config/index.js';
import { configureApp, ServiceAdapter } from '../platform/http/index.js';
import { Metrics, observeRequests } from '../platform/telemetry/index.js';
import { NestLog } from './log.js';
import { cannotListen, listenForMetrics, reasonOf } from './listening.js';
import { stopOnSignals } from './shutdown.js';

const isTerminal = process.stdout.isTTY;

/**
 * Starts the service and listens. SIGTERM and SIGINT stop it gracefully.
 *
 * @throws SettingsError if a setting is wrong or the database cannot be reached
 */
export async function serve(environment: Environment, log: Logger): Promise<void> {
  try {
    await start(environment, log);
  } catch (error) {
    if (error instanceof SettingsError || !isDatabaseUnavailable(error)) throw error;
    const { directUrl } = environment.settings.database;
    const urls = directUrl ? 'DATABASE_DIRECT_URL, DATABASE_URL' : 'DATABASE_URL';
    throw new SettingsError(`The database (${urls}) cannot be reached: ${reasonOf(error)}.`);
  }
}

async function start(environment: Environment, log: Logger): Promise<void> {
  const module = FeedbackServiceModule.forRoot({
    ...environment.options,
    requestLogger: log,
  });
  const app = await NestFactory.create<NestExpressApplication>(module, new ServiceAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLog(log),
  });
  configureApp(app, log, environment.trustProxy);
  await app.init();

  let firstToken: string | undefined;
  const { authentication, database } = environment.settings;
  await app.get(FirstAccess).ensure(authentication.bootstrapToken, async (token) => {
    if (isTerminal) firstToken = token;
    else await saveToken(token, database.directory, log);
  });

  // Printed before anything else can fail: only its hash is stored.
  if (firstToken !== undefined) printToken(firstToken);

  if (environment.metricsPort !== undefined) await collectMetrics(app, environment, log);
  await listen(app, environment);
  app.get(Background).start();
  const url = await app.getUrl();
  if (database.embedded) {
    log.warn(
      `The embedded database in ${resolve(database.directory)} survives a crash of this process, but not a power loss. ` +
        'Set DATABASE_URL for production.',
    );
  }
  log.info({ url }, `Listening on ${url}`);
  const docs = `${url}/${environment.docs ? 'docs' : 'openapi.json'}`;
  if (firstToken === undefined) log.info(`The API documentation is at ${docs}`);
  else printWelcome(url, docs, firstToken);
  stopOnSignals(app, environment.shutdownDelayMs, log);
}

/** Writes the first token to a file, because a log must not contain tokens. */
async function saveToken(token: string, directory: string, log: Logger): Promise<void> {
  const file = resolve(directory, 'initial-access-token');
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // An existing file would keep its mode.
    await rm(file, { force: true });
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new SettingsError(`DATA_DIR must be able to hold the first access token: ${reasonOf(error)}.`);
  }
  log.info(`The access token of the first instance admin is in ${file}`);
}

function printToken(token: string): void {
  console.log(`
This is the access token of the first instance admin. It is shown only now:

  ${token}
`);
}

function printWelcome(url: string, docs: string, token: string): void {
  console.log(`
The service runs at ${url}/v1

Try it:

  curl -H 'Authorization: Bearer ${token}' ${url}/v1/me

Fill a project to look at, in the folder of the sources:

  API=${url} TOKEN=${token} npm run demo

The documentation of all operations: ${docs}
`);
}

async function collectMetrics(
  app: NestExpressApplication,
  environment: Environment,
  log: Logger,
): Promise<void> {
  const metrics = app.get(Metrics);
  metrics.addProcessMetrics();
  observeRequests(app.getHttpServer(), metrics);
  if (environment.webConcurrency > 1) metrics.shareWithPrimary();
  else await listenForMetrics(() => metrics.render(), environment, log);
}

async function listen(app: NestExpressApplication, { host, port }: Environment): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    throw cannotListen('PORT', host, port, error);
  }
}
