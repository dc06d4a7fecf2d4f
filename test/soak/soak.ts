import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FeedbackClient } from '../../client/src/index.js';
import { hasServers, PostgresServer } from '../support/postgres-servers.js';
import { audit, checkCounters } from './audit.js';
import { Ledger } from './ledger.js';
import { Load } from './load.js';
import { prepare, settingsOn, slugs, token } from './preparation.js';
import { Receiver } from './receiver.js';
import { Services } from './services.js';

const processes = 3;
const workers = 12;
const terminateConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** How much more memory a process may use after the load than at its start, in MB: caches, and what Node keeps. */
const memoryMargin = 150;

/** Result of a run. It has failed if there are differences. */
export interface Report {
  readonly differences: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
}

/**
 * Runs three processes of the service under load and faults, and compares afterwards what is stored with what was
 * acknowledged.
 *
 * @param options.program folder of the compiled service
 * @param options.seconds duration of the load, which lasts longer until each fault has been injected once; the audit
 * takes up to two minutes more
 * @param options.server URL of a PostgreSQL server; without it, a server of its own is started, and restarted as one of
 * the faults
 */
export async function soak(options: {
  program: string;
  seconds: number;
  server?: string | undefined;
  log: (line: string) => void;
  /** Whether faults are injected; true by default. */
  faults?: boolean;
  /** Called with the URL of the database before the audit. */
  beforeAudit?: (databaseUrl: string) => Promise<void>;
}): Promise<Report> {
  const ownServer = options.server === undefined && hasServers ? await PostgresServer.primary() : undefined;
  const server = options.server ?? ownServer?.url();
  if (server === undefined) throw new Error('Set TEST_DATABASE_URL, or install PostgreSQL.');
  const database = await createDatabase(server);
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  const receiver = await Receiver.start();
  const ledger = new Ledger();
  const settings = settingsOn(database.url);
  const services = new Services(options.program, folder, settings, ledger);
  try {
    await services.start(processes);
    const client = new FeedbackClient({ baseUrl: services.urls[0], token });
    const { target, beforeWebhooks } = await prepare(client, services.urls, receiver, workers);
    const load = new Load(target, ledger);
    load.start();
    const end = performance.now() + options.seconds * 1_000;
    const warmUp = Math.min(30, options.seconds / 6);
    await sleep(warmUp * 1_000);
    const memoryBefore = services.memory();
    let counts = {};
    if (options.faults ?? true) {
      counts = await injectFaults(services, database.url, ownServer, end, options.log);
    } else {
      await sleep(end - performance.now());
    }
    await load.stop();
    options.log('The load has ended. Auditing.');
    await options.beforeAudit?.(database.url);
    const { events, deliveries } = await audit({ client, slugs, ledger, load, receiver, beforeWebhooks });
    await load.stopFollowing();
    await checkCounters(options.program, settings, ledger);
    const memoryAfter = services.memory();
    const limit = Math.max(...memoryBefore) + memoryMargin;
    if (memoryAfter.some((memory) => memory > limit)) {
      ledger.report(`The processes use ${memoryAfter.join(', ')} MB after the load, more than ${limit} MB.`);
    }
    await services.stop();
    return {
      differences: ledger.differences,
      figures: {
        seconds: options.seconds,
        ...load.counts,
        writes: ledger.counts,
        events,
        deliveries,
        faults: counts,
        memoryBefore,
        memoryAfter,
      },
    };
  } finally {
    await services.killAll();
    receiver.close();
    await database.drop().catch(() => undefined);
    await ownServer?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates an empty database on the server. */
async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `soak_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database ${name} with (force)`) };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Injects one fault after the other until the end, each at least once, and returns how often each occurred. */
async function injectFaults(
  services: Services,
  databaseUrl: string,
  ownServer: PostgresServer | undefined,
  end: number,
  log: (line: string) => void,
): Promise<Record<string, number>> {
  const faults: Record<string, (round: number) => Promise<void>> = {
    'kill -9': (round) => services.kill(round % processes),
    'connections terminated': () => execute(databaseUrl, terminateConnections),
    'graceful restart': (round) => services.restart((round + 1) % processes, token),
    ...(ownServer && {
      'database restarted': async () => {
        await ownServer.stop();
        await sleep(1_000);
        await ownServer.start();
      },
    }),
  };
  const counts: Record<string, number> = {};
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    for (const [name, inject] of Object.entries(faults)) {
      if (round > 0 && performance.now() > end) break;
      log(name);
      await inject(round);
      counts[name] = (counts[name] ?? 0) + 1;
      await sleep(Math.max(1_000, Math.min(3_000, end - performance.now())));
    }
  }
  return counts;
}
