import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedbackClient } from '../../client/src/index.js';
import { hasServers, postgresUser } from '../support/postgres-servers.js';
import { audit, checkCounters } from './audit.js';
import { BoardReaders } from './board-readers.js';
import { Ledger } from './ledger.js';
import { Load } from './load.js';
import { PatroniCluster } from './patroni-cluster.js';
import { prepare, settingsOn, slugs, token } from './preparation.js';
import { Receiver } from './receiver.js';
import { Services } from './services.js';
import type { Report } from './soak.js';

const processes = 2;
const workers = 4;

/** The load compares reads with writes, so it reads at the primary. */
const fresh = { 'cache-control': 'no-cache' };

/** Writes succeed at the latest this long after Patroni has a primary, in seconds. */
const longestDelay = 2;

/** Time before each fault, in milliseconds. */
const pauseMs = 5_000;

/** Makes another member the primary. */
interface Fault {
  readonly name: string;
  /** @param primary the name of the member that is the primary */
  readonly inject: (primary: string) => Promise<void> | void;
  readonly undo?: (primary: string) => Promise<void> | void;
}

/** A change of the primary, in seconds. */
interface Failover {
  readonly fault: string;
  /** From the fault to the time at which Patroni reports another primary. */
  readonly patroni: number;
  /** From then until a write through each process was acknowledged. */
  readonly service: number;
}

/** Returns what this machine lacks for `soakCluster`. */
export function missingPrograms(): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const programs = ['setpriv', 'unshare', 'nsenter', 'ip', 'etcd', 'haproxy', 'patroni'];
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return [...(process.getuid?.() === 0 ? [] : ['root']), ...(hasServers ? [] : ['PostgreSQL']), ...missing];
}

/**
 * Runs two processes of the service under load on a cluster of Patroni whose primary is killed, switched and separated from
 * etcd, and compares afterwards what is stored with what was acknowledged. To be called in a network namespace of its own.
 *
 * @param options.program folder of the compiled service
 * @param options.seconds duration of the load, which lasts longer until each fault has been injected once
 */
export async function soakCluster(options: {
  program: string;
  seconds: number;
  log: (line: string) => void;
}): Promise<Report> {
  const { program, log } = options;
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  await chown(folder, postgresUser.uid ?? -1, postgresUser.gid ?? -1);
  const receiver = await Receiver.start();
  const ledger = new Ledger();
  const cluster = new PatroniCluster(folder, await readFile('docs/internals/patroni.md', 'utf8'));
  let services: Services | undefined;
  try {
    await cluster.start();
    log('The cluster is complete.');
    await cluster.createDatabase();
    const settings = settingsOn(cluster.url);
    const replicas = { DATABASE_REPLICA_URLS: cluster.memberUrls.join() };
    services = new Services(program, folder, { ...settings, ...replicas }, ledger);
    await services.start(processes);
    const client = new FeedbackClient({ baseUrl: services.urls[0], token, headers: fresh });
    const { target, beforeWebhooks } = await prepare(client, services.urls, receiver, workers);
    const load = new Load({ ...target, headers: fresh }, ledger);
    const readers = new BoardReaders(services.urls, token, slugs[0]!, log);
    load.start();
    readers.start();
    const failovers = await injectFaults(cluster, services.urls, ledger, options);
    await Promise.all([load.stop(), readers.stop()]);
    log('The load has ended. Auditing.');
    const { events, deliveries } = await audit({ client, slugs, ledger, load, receiver, beforeWebhooks });
    await load.stopFollowing();
    await checkCounters(program, settings, ledger);
    await services.stop();
    const { counts, differences } = ledger;
    const figures = { ...load.counts, writes: counts, reads: readers.counts, events, deliveries, failovers };
    return { differences, figures };
  } finally {
    await services?.killAll();
    receiver.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Injects one fault after the other until the end, each at least once, and returns how long each change of the primary took. */
async function injectFaults(
  cluster: PatroniCluster,
  urls: readonly string[],
  ledger: Ledger,
  { seconds, log }: { seconds: number; log: (line: string) => void },
): Promise<Failover[]> {
  const failovers: Failover[] = [];
  const end = performance.now() + seconds * 1_000;
  const faults: readonly Fault[] = [
    {
      name: 'kill -9 of the primary',
      inject: (primary) => cluster.kill(primary),
      undo: (primary) => cluster.startMember(primary),
    },
    { name: 'switchover', inject: (primary) => cluster.switchOver(primary) },
    {
      name: 'partition between the primary and etcd',
      inject: (primary) => cluster.partition(primary),
      undo: (primary) => cluster.heal(primary),
    },
  ];
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    for (const { name, inject, undo } of faults) {
      if (round > 0 && performance.now() > end) break;
      await sleep(pauseMs);
      const former = await cluster.primary();
      log(`${name}: ${former}`);
      const injectedAt = performance.now();
      await inject(former);
      const primary = await cluster.primary(former);
      const promotedAt = performance.now();
      await Promise.all(urls.map((url) => writeOnce(url, ledger)));
      const patroni = secondsBetween(injectedAt, promotedAt);
      const service = secondsBetween(promotedAt, performance.now());
      failovers.push({ fault: name, patroni, service });
      log(`${primary} is the primary after ${patroni} s, and writes succeed after another ${service} s.`);
      if (service > longestDelay) ledger.report(`After the ${name}, writes failed for another ${service} s.`);
      await undo?.(former);
      await cluster.isComplete();
      log('The cluster is complete.');
    }
  }
  return failovers;
}

/** Writes through a process until that is acknowledged, for a minute at most. */
async function writeOnce(url: string, ledger: Ledger): Promise<void> {
  const client = new FeedbackClient({ baseUrl: url, token, maxRetries: 0 });
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50)) {
    const title = ledger.text('Probe');
    if (await ledger.write(title, () => client.feedback.create(slugs[0]!, { title }))) return;
  }
}

function secondsBetween(start: number, end: number): number {
  return Math.round((end - start) / 10) / 100;
}
