// Measures the service, compares it with two small servers (the baselines) on the same database, and reports whether it meets
// its targets. See docs/internals/performance.md.
//   npm run bench -- [--quick] [--only get,list,include,patch,put,post,vote,hot,profile,lists,searches,stream,fairness,embedded,peer]
//     [--rounds 5] [--seconds 5] [--connections 32] [--node-24 <path of its program>] [--keep] [--reuse] [--json <file>] [--publish]
//     [--profile <operation>]
// TEST_DATABASE_URL is the URL of the PostgreSQL server. The code in `dist` is measured.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, checkSameAnswers } from './answers.js';
import { BenchDatabase } from './database.js';
import { dataset as datasetOf } from './dataset.js';
import { measureEmbedded } from './embedded.js';
import { measureFairness, tableOfFairness } from './fairness.js';
import { checkLists, measureLists, tableOfLists } from './lists.js';
import { LoadGenerator } from './load.js';
import { operations } from './operations.js';
import { measurePeer, tableOfPeer } from './peer.js';
import { findPgbench, Pgbench } from './pgbench.js';
import { Backends } from './processes.js';
import { checkProfile, measureProfile, profileUnder, tableOfProfile } from './profile.js';
import { publish, publishedResults } from './publish.js';
import { printTable } from './report.js';
import { checkSearches, measureSearches, tableOfSearches } from './searches.js';
import {
  startBareNestBaseline,
  startExpressBaseline,
  startNestBaseline,
  startSearchedNestBaseline,
  startService,
} from './servers.js';
import { countStatements } from './statements.js';
import { checkStream, measureStream, tableOfStream } from './streams.js';
import { checkLoads, measureLoads, tableOfLoads } from './throughput.js';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '32' },
    'node-24': { type: 'string' },
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    json: { type: 'string' },
    publish: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});

/** The amount of data and of measuring. */
const size = given.quick
  ? {
      ...{ feedback: [10_000, 100_000], hot: 2_000, embedded: 1_000 },
      ...{ rounds: 1, seconds: 0.4, repetitions: 4, budget: 1, searches: 80 },
    }
  : {
      ...{ feedback: [10_000, 100_000, 1_000_000], hot: 20_000, embedded: 10_000 },
      ...{ rounds: 5, seconds: 5, repetitions: 40, budget: 10, searches: 400 },
    };
const resultsFile = given.publish
  ? publishedResults
  : (given.json ?? join(tmpdir(), 'feedback-changelog-bench.json'));
const rounds = Number(given.rounds ?? size.rounds);
const seconds = Number(given.seconds ?? size.seconds);
const connections = Number(given.connections);
/** Longer than a round, for enough samples of small parts. */
const profileSeconds = Math.max(4 * seconds, 3);

const parts = [
  ...Object.keys(operations),
  'profile',
  'lists',
  'searches',
  'stream',
  'fairness',
  'embedded',
  'peer',
];
const only = given.only?.split(',') ?? parts;
for (const name of only) {
  if (!parts.includes(name)) throw new Error(`There is no ${name} to measure, only: ${parts.join(', ')}.`);
}
if (given.profile !== undefined && !(given.profile in operations)) {
  throw new Error(`${given.profile} is none of the operations: ${Object.keys(operations).join(', ')}.`);
}
if (given.publish && (given.only !== undefined || given.json !== undefined)) {
  throw new Error('--publish measures all parts, and writes bench/results.json: omit --only and --json.');
}
const chosen = Object.keys(operations).filter((name) => only.includes(name));
/** With --only embedded, all operations are measured. */
const chosenOrAll = chosen.length > 0 ? chosen : Object.keys(operations);
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');

/** Shows the current step: on a terminal in one line, elsewhere every ten seconds. */
let lastTold = 0;
function reportProgress(progress) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`);
  else if (performance.now() - lastTold > 10_000) {
    process.stderr.write(`${progress}\n`);
    lastTold = performance.now();
  }
}

function print({ head, rows }) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log();
  printTable(head, rows);
}

/** Returns the measurements of the service, of the baselines and, if it is installed, of pgbench. */
async function measureOperations(database, dataset, load) {
  const servers = [];
  try {
    const service = await startService({ DATABASE_URL: database.url });
    servers.push(service);
    const express = await startExpressBaseline(database.url);
    servers.push(express);
    const nest = await startNestBaseline(database.url);
    servers.push(nest);
    const searchedNest = await startSearchedNestBaseline(database.url);
    servers.push(searchedNest);
    const bareNest = await startBareNestBaseline(database.url);
    servers.push(bareNest);
    const onNode24 =
      given['node-24'] && (await startService({ DATABASE_URL: database.url }, { node: given['node-24'] }));
    if (onNode24) servers.push(onNode24);
    await checkSameAnswers(service.base, express.base, dataset, database);
    const through = (base) => (what) => load.run({ ...what, base });
    const pgbench = findPgbench();
    if (pgbench === null) console.log('pgbench is not installed: its rows are left out.');
    const actor = await database.actor();
    const what = { database, dataset, chosen };
    const statements = {
      service: await countStatements((url) => startService({ DATABASE_URL: url }), what),
      Nest: await countStatements(startNestBaseline, {
        ...what,
        chosen: chosen.filter((name) => !operations[name].ownOnly),
      }),
    };
    const loads = await measureLoads({
      targets: [
        { name: 'service', pid: service.pid, run: through(service.base), isOwn: true },
        { name: 'Express', pid: express.pid, run: through(express.base) },
        { name: 'Express, row only', pid: express.pid, run: through(`${express.base}/plain`), isPlain: true },
        { name: 'Nest', pid: nest.pid, run: through(nest.base) },
        {
          name: 'Nest with search',
          pid: searchedNest.pid,
          run: through(searchedNest.base),
          searchedOnly: true,
        },
        { name: 'bare Nest', pid: bareNest.pid, run: through(bareNest.base), readsOnly: true },
        ...(onNode24
          ? [{ name: 'service, Node 24', pid: onNode24.pid, run: through(onNode24.base), isOwn: true }]
          : []),
        ...(pgbench ? [new Pgbench(pgbench, database.url, dataset, actor).target] : []),
      ],
      backends: await Backends.of(database.client, database.name),
      ...{ chosen, rounds, seconds, connections, reportProgress },
      takeNumbers: (operation, count) => database.takeNumbers(operation, count),
      settle: () => database.settle(),
    });
    return loads.map((load) => ({ ...load, statements: statements[load.target]?.[load.operation] }));
  } finally {
    for (const each of servers) await each.stop();
  }
}

/** Measures reads on few connections. */
async function measureReads(database, dataset, load) {
  if (!only.includes('lists') && !only.includes('searches')) return { lists: [], searches: [] };
  const service = await startService({ DATABASE_URL: database.url });
  try {
    const { base } = service;
    const what = { base, dataset, load, reportProgress };
    const lists = only.includes('lists')
      ? await measureLists({
          ...{ ...what, client: database.client, repetitions: size.repetitions, budget: size.budget },
          ask: (path) => ask(base, path),
        })
      : [];
    const searches = only.includes('searches')
      ? await measureSearches({ ...what, amount: size.searches })
      : [];
    return { lists, searches };
  } finally {
    await service.stop();
  }
}

/** The product is not part of the project: if it fails, the other measurements are still written. */
function leaveOut(error) {
  console.error('\nThe product beside the service is left out:', error);
  process.exitCode = 1;
  return null;
}

async function compare(database, dataset, load) {
  const { rows } = await database.client.query('show server_version');
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 1024 ** 3),
    otherLoad: Number(loadavg()[0]?.toFixed(1)),
    node: process.version,
    postgres: rows[0].server_version,
  };
  console.log(
    `${machine.cores} cores (load average ${machine.otherLoad} at the start), Node ${machine.node}, PostgreSQL ` +
      `${machine.postgres}; ${connections} connections, medians of ${rounds} rounds of ${seconds} s`,
  );
  const loads = chosen.length > 0 ? await measureOperations(database, dataset, load) : [];
  if (loads.length > 0) print(tableOfLoads(loads));
  const profile = only.includes('profile')
    ? await measureProfile({ database, load, seconds: profileSeconds, connections, reportProgress })
    : null;
  if (profile) print(tableOfProfile(profile));
  const { lists, searches } = await measureReads(database, dataset, load);
  if (lists.length > 0) print(tableOfLists(lists, dataset));
  if (searches.length > 0) print(tableOfSearches(searches, dataset));
  const stream = only.includes('stream')
    ? await measureStream({ url: database.url, dataset, load, seconds, connections, reportProgress })
    : null;
  if (stream) print(tableOfStream(stream));
  const fairness = only.includes('fairness')
    ? await measureFairness({ url: database.url, dataset, load, seconds, reportProgress })
    : null;
  if (fairness) print(tableOfFairness(fairness));
  const embedded =
    only.includes('embedded') || given.embedded
      ? await measureEmbedded({
          rows: size.embedded,
          chosen: chosenOrAll,
          rounds: 1,
          seconds,
          connections,
          reportProgress,
        })
      : null;
  if (embedded) {
    console.log(`\nThe embedded database, with ${embedded.rows} feedback:`);
    print(tableOfLoads(embedded.loads));
  }
  const peer = only.includes('peer')
    ? await measurePeer({ database, dataset, load, rounds, seconds, connections, reportProgress }).catch(
        leaveOut,
      )
    : null;
  if (peer) print(tableOfPeer(peer));
  return {
    ...{ machine, sizes: dataset.feedback.map(({ rows: size }) => size), rounds, seconds, connections },
    ...{ loads, profile, lists, searches, stream, fairness, embedded, peer },
  };
}

/** Prints which targets are met, and writes all numbers down. */
async function conclude(results) {
  const { loads, profile, lists, searches, stream, fairness, embedded, peer } = results;
  const targets = [
    ...checkLoads(loads),
    ...(profile ? checkProfile(profile) : []),
    ...checkLists(lists),
    ...checkSearches(searches),
    ...(stream ? checkStream(stream) : []),
  ];
  const rows = targets.map(({ what, is, target, isMet }) => [what, is, target, isMet ? 'met' : 'missed']);
  if (rows.length > 0) print({ head: ['target', 'is', 'shall be', ''], rows });
  const all = [
    ...loads,
    ...lists,
    ...searches,
    ...[profile, stream, fairness].filter(Boolean),
    ...(embedded?.loads ?? []),
    ...(peer?.loads ?? []),
  ];
  const failed = all.filter(({ failures }) => Object.keys(failures).length > 0);
  for (const { failures, ...what } of failed) console.log('\nFailed:', JSON.stringify({ failures, ...what }));
  if (failed.length > 0) process.exitCode = 1;
  await writeFile(resultsFile, `${JSON.stringify({ ...results, targets }, null, 2)}\n`);
  console.log(`\nAll numbers: ${resultsFile}`);
  if (given.publish) await publish();
}

const dataset = datasetOf({ feedback: size.feedback, hot: size.hot, changelogs: 20_000, small: 200 });
const database = new BenchDatabase(server, given.quick ? 'fcs_bench_quick' : 'fcs_bench');
const load = new LoadGenerator(dataset);
try {
  await database.open(dataset, given, reportProgress);
  if (given.profile)
    await profileUnder(given.profile, { database, load, seconds: profileSeconds, connections });
  else await conclude(await compare(database, dataset, load));
} finally {
  load.stop();
  await database.close({ keep: given.keep || given.reuse });
}
