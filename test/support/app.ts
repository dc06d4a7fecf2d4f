import type { AddressInfo } from 'node:net';
import type { Provider } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { TargetClient } from '../../src/outreach/webhooks/domain/target-client.js';
import { Environment } from '../../src/server/environment.js';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import type { FeedbackServiceOptions } from '../../src/settings/options.js';
import type { DeclaredField } from '../../src/platform/config/index.js';
import { FirstAccess } from '../../src/identity/index.js';
import { Background } from '../../src/platform/jobs/background.js';
import { Database } from '../../src/platform/persistence/database.js';
import { configureApp } from '../../src/platform/http/configure-app.js';
import { ServiceAdapter } from '../../src/platform/http/service-adapter.js';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { createLog, NestLog } from '../../src/server/log.js';
import { TxtRecords } from '../../src/project/projects/domain/txt-records.js';
import { Clock } from '../../src/shared/clock.js';
import { connectAgain, createTestDatabase, type TestDatabase } from './database.js';
import { DocumentedExchanges } from './documented.js';
import { exchange } from './exchange.js';
import { FakeTargetClient } from './fakes/fake-target-client.js';
import { FakeTxtRecords } from './fakes/fake-txt-records.js';
import { keep } from './kept.js';

/** A response. `body` is the parsed JSON, undefined if the response has none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
  readonly text: string;
}

/** Returns the status of an answer, followed by the code of its problem, such as `404 feedback_not_found`. */
export function outcome({ status, body }: Answer): string {
  return status < 300 ? String(status) : `${status} ${body?.code}`;
}

/** Returns the field errors of a problem, each as `pointer code` or `parameter code`. */
export function errorsOf({ body }: Answer): string[] {
  const errors = (body?.errors ?? []) as { pointer?: string; parameter?: string; code: string }[];
  return errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`);
}

/** Returns the status of an answer, followed by its field errors. */
export function refusalOf(answer: Answer): (number | string)[] {
  return [answer.status, ...errorsOf(answer)];
}

/** Returns everything of an answer, as one text: status, headers and body. */
export function wholeText({ status, text, headers }: Answer): string {
  return `${status} ${JSON.stringify([...headers])} ${text}`;
}

/** Sends requests with one access token; `path` is relative to `/v1`. Redirects are not followed. */
export interface Client {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** The whole service on a separate database, listening on a free port. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The TXT records that the service sees. */
  readonly txtRecords: FakeTxtRecords;
  /** The requests sent to webhooks and chats, unless `realTargets` is set. */
  readonly targets: FakeTargetClient;
  /** The lines of the log, as LOG_LEVEL says; errors, if it is not set. */
  readonly logLines: string[];
  /** A client with the instance admin's token. */
  readonly admin: Client;
  client(token: string): Client;
  /** Runs a statement on the database, past the service. */
  query<Row = any>(sql: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Registers a user by e-mail address, and returns a client with a token of that user; its `scope` is `admin` by
   * default.
   */
  userClient(
    email: string,
    options?: { scope?: string; project?: string },
  ): Promise<Client & { userId: string }>;
  /**
   * Sends one request as it is.
   *
   * @throws Error if the response, or a request that was accepted, does not conform to the API document; with the errors of the
   * log, if the response is aborted or the error of a service that is not expected to fail
   */
  send(
    method: string,
    path: string,
    init?: { body?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<Answer>;
  close(): Promise<void>;
}

const adminToken = 'token-of-the-instance-admin-in-tests';

/**
 * The checks of exchanges by the settings on which the API document depends. Creating a document takes nearly half of the CPU time of a
 * start, so applications with the same settings share one.
 */
const checks = new Map<string, DocumentedExchanges>();

/**
 * Returns the application of this worker, with default settings and with the background work.
 *
 * A suite creates projects and users of its own in it, with names from `unique`. Lists of the whole instance, such as of
 * users, also contain records of other suites.
 */
export async function sharedApp(): Promise<TestApp> {
  return keep(startShared);
}

function startShared(): Promise<TestApp> {
  return startApp({ background: true });
}

/**
 * Starts the service on a new database.
 *
 * @param settings `database`: the database of another instance, which this one shares; on a server only. `background`:
 * whether the background work runs, such as the relay, deliveries and scheduled publication. `documented`: whether
 * responses must conform to the API document; false if a test stores records that the service never creates.
 * `providers`: further providers, as in a larger application. `realTargets`: whether requests are sent to webhooks and
 * chats. `failing`: whether the test makes requests fail with status 500. `users`, `fields`, `changelogFields`,
 * `commentFields` and `transaction`: the options of a host. `ports`: adapters of a host
 */
export async function startApp(
  settings: {
    environment?: Record<string, string>;
    clock?: Clock;
    database?: TestDatabase;
    background?: boolean;
    documented?: boolean;
    providers?: Provider[];
    realTargets?: boolean;
    failing?: boolean;
    users?: { view: string };
    ports?: Provider[];
    fields?: readonly DeclaredField[];
    changelogFields?: readonly DeclaredField[];
    commentFields?: readonly DeclaredField[];
    transaction?: FeedbackServiceOptions['transaction'];
  } = {},
): Promise<TestApp> {
  const database = settings.database ? await connectAgain(settings.database) : await createTestDatabase();
  const logLines: string[] = [];
  const log = createLog(settings.environment?.['LOG_LEVEL'] ?? 'error', false, {
    write: (line: string) => logLines.push(line),
  });
  const environment = new Environment({ PORT: '0', RATE_LIMIT_PER_MINUTE: '0', ...settings.environment });
  const { providers = [], ports = [], users = {}, transaction } = settings;
  const { fields = [], changelogFields = [], commentFields = [] } = settings;
  const building = Test.createTestingModule({
    imports: [
      FeedbackServiceModule.forRoot({
        ...environment.options,
        requestLogger: log,
        users,
        ports,
        fields,
        changelogFields,
        commentFields,
        ...(transaction && { transaction }),
      }),
    ],
    providers,
  })
    .overrideProvider(Database)
    .useValue(database.database);
  const txtRecords = new FakeTxtRecords();
  building.overrideProvider(TxtRecords).useValue(txtRecords);
  const targets = new FakeTargetClient();
  if (!settings.realTargets) building.overrideProvider(TargetClient).useValue(targets);
  if (settings.clock) building.overrideProvider(Clock).useValue(settings.clock);
  const app = (await building.compile()).createNestApplication<NestExpressApplication>(new ServiceAdapter(), {
    bodyParser: false,
    logger: new NestLog(log),
  });
  configureApp(app, log, environment.trustProxy);
  try {
    await app.init();
  } catch (error) {
    await database.drop();
    throw error;
  }
  await app.get(FirstAccess).ensure(adminToken, () => Promise.resolve());
  await app.listen(0, '127.0.0.1');
  // On a busy machine, a request may arrive just when an idle connection is closed.
  app.getHttpServer().keepAliveTimeout = 0;
  if (settings.background) app.get(Background).start();
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const described = JSON.stringify([settings.environment, fields, changelogFields, commentFields]);
  const known = providers.length + ports.length > 0 ? undefined : checks.get(described);
  const documented = known ?? DocumentedExchanges.of(app.get(ApiDocument).describe());
  if (providers.length + ports.length === 0) checks.set(described, documented);
  const send: TestApp['send'] = async (method, path, init = {}) => {
    const logged = logLines.length;
    const failed = (reason: unknown): Error =>
      new Error(`${method} ${path} fails: ${String(reason)}\n${logLines.slice(logged).join('')}`);
    const { status, headers, text } = await exchange(method, `${url}${path}`, init).catch((error: unknown) =>
      Promise.reject(failed(error)),
    );
    if (status === 500 && settings.failing !== true) throw failed(text);
    const request = { headers: new Headers(init.headers), body: init.body };
    const faults = documented.faultsOf({ method, path, status, headers, text, request });
    if (settings.documented !== false && faults.length > 0) {
      throw new Error(
        `${method} ${path} answers ${status}, which is not documented so:\n${faults.join('\n')}\n${text.slice(0, 1_000)}`,
      );
    }
    const isJson = /[/+]json/.test(headers.get('content-type') ?? '');
    return {
      status,
      headers,
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
      text,
    };
  };
  const client = (token: string): Client => {
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, `/v1${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    return {
      token,
      get: (path, headers) => call('GET', path, undefined, headers),
      post: (path, body, headers) => call('POST', path, body, headers),
      put: (path, body, headers) => call('PUT', path, body, headers),
      patch: (path, body, headers) => call('PATCH', path, body, headers),
      delete: (path, headers) => call('DELETE', path, undefined, headers),
    };
  };
  const admin = client(adminToken);
  const bodyOf = (answer: Answer): Answer => {
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
    return answer;
  };
  return {
    app,
    database,
    url,
    logLines,
    txtRecords,
    targets,
    admin,
    client,
    query: (sql, values) => database.database.dataSource.query(sql, values),
    send,
    userClient: async (email, options = {}) => {
      const user = bodyOf(await admin.post('/users', { email, full_name: email.split('@')[0] }));
      const order = { name: 'test', scope: options.scope ?? 'admin', user_id: user.body.id };
      const project = options.project === undefined ? {} : { project: options.project };
      const token = bodyOf(await admin.post('/tokens', { ...order, ...project }));
      return { ...client(token.body.token as string), userId: user.body.id as string };
    },
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}
