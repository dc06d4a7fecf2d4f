// Shows where the CPU time of the service goes under load, from a V8 profile.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from './operations.js';
import { mainThreadCpuUsed } from './processes.js';
import { printTable, shown } from './report.js';
import { startService } from './servers.js';

/** The maximum share of one function of the service in the CPU time of a read. */
const mostOfFunction = 0.03;

/** Parts of others with smaller shares are published as one. */
const smallShare = 0.005;

const dist = new URL('../dist/', import.meta.url).href;

/** Parts that consist of several modules of Node. */
const partsOfNode = [
  [/^node:(internal\/)?async_/, "Node's async_hooks"],
  [/^node:(internal\/)?(_?http|_?stream|net$|events$)/, "Node's HTTP server and streams"],
];

/** Parts that consist of several packages. Any other package is a part of its own. */
const partsOfPackages = [
  [/^pg(-|$)/, 'pg'],
  [/^(rxjs$|@nestjs\/)/, 'rxjs and @nestjs'],
  [/^(express|router)$/, 'express and router'],
  [/^passport/, 'passport'],
];

const nameIn = (parts, text) => parts.find(([pattern]) => pattern.test(text))?.[1];

const isOwn = ({ url }) => url.startsWith(dist);

const isOwnPart = ({ what }) => what.split('/')[0] === 'dist';

/** Returns the folder of the service, the package, or the part of Node that contains a function. */
export function partOf({ url, functionName }) {
  if (isOwn({ url })) {
    const folders = url.slice(dist.length).split('/').slice(0, -1);
    return ['dist', ...folders.slice(0, folders[0] === 'platform' ? 2 : 1)].join('/');
  }
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (installed !== undefined) return nameIn(partsOfPackages, installed) ?? installed;
  if (url !== '') return nameIn(partsOfNode, url) ?? "Node's other modules";
  if (functionName === '(garbage collector)') return 'garbage collector';
  return functionName === 'writev' ? '(native) writev' : '(native), others';
}

function functionOf({ url, functionName, lineNumber }) {
  const file = isOwn({ url })
    ? url.slice(dist.length - 'dist/'.length)
    : url.replace(/.*\/node_modules\//, '');
  return `${functionName || '(anonymous)'}${file && ` ${file}:${lineNumber + 1}`}`;
}

/**
 * Returns the shares of the samples by part, by function, and by function of the service, the largest first, between two moments
 * of the monotonic clock in µs, without idle time.
 */
export function sharesOf(profile, from, to) {
  const calls = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  let time = profile.startTime;
  const samples = profile.samples.flatMap((id, at) => {
    time += profile.timeDeltas[at];
    const call = calls.get(id);
    return time < from || time > to || call.functionName === '(idle)' ? [] : [call];
  });
  // Samples count alike, because the time until the next one includes waiting for a core.
  const rank = (chosen, nameOf) => {
    const counts = new Map();
    for (const call of chosen) counts.set(nameOf(call), (counts.get(nameOf(call)) ?? 0) + 1);
    return [...counts]
      .map(([what, count]) => ({ what, share: count / samples.length }))
      .sort((a, b) => b.share - a.share);
  };
  return {
    parts: rank(samples, partOf),
    functions: rank(samples, functionOf),
    own: rank(samples.filter(isOwn), functionOf),
  };
}

/** Returns the monotonic clock in µs, which V8 uses as well. */
const moment = () => Number(process.hrtime.bigint() / 1_000n);

/** Puts the service under the load of an operation, and returns the CPU time of its main thread per request in µs, if known. */
async function measureTimes(operation, { database, load, seconds, connections }) {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const service = await startService({ DATABASE_URL: database.url }, { nodeOptions });
  const run = async (duration) => {
    const first = await database.takeNumbers(operation, 10_000 * (duration + 1));
    return load.run({ base: service.base, operation, first, connections, seconds: duration });
  };
  try {
    await run(2);
    const [from, usedBefore] = [moment(), mainThreadCpuUsed(service.pid)];
    const { requests, seconds: took, failures } = await run(seconds);
    const [to, used] = [moment(), mainThreadCpuUsed(service.pid)];
    await service.stop();
    const [file = ''] = await readdir(folder);
    const shares = sharesOf(JSON.parse(await readFile(join(folder, file), 'utf8')), from, to);
    const micros = used && (used - usedBefore) / requests;
    const withMicros = ({ what, share }) => ({ what, share, micros: micros && share * micros });
    return {
      ...{ title: operations[operation].title, rate: requests / took, micros, failures },
      ...Object.fromEntries(Object.entries(shares).map(([kind, all]) => [kind, all.map(withMicros)])),
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const figures = ({ micros, share }) => [shown(micros, 1), shown(share * 100, 1)];

/** Prints the parts and functions that use the most CPU time under the load of an operation. */
export async function profileUnder(operation, how) {
  const { title, rate, micros, failures, parts, functions } = await measureTimes(operation, how);
  console.log(`${title}: ${shown(rate)} requests a second under the profiler, ${shown(micros)} µs each`);
  if (Object.keys(failures).length > 0) console.log('failures:', failures);
  for (const [kind, all] of Object.entries({ part: parts, function: functions.slice(0, 40) })) {
    console.log();
    printTable(
      [kind, 'µs', '%'],
      all.map((each) => [each.what, ...figures(each)]),
    );
  }
}

/** Measures the parts of a read, and the largest function of the service. */
export async function measureProfile(how) {
  how.reportProgress('profile of a read');
  const { title, rate, micros, failures, parts, own } = await measureTimes('get', how);
  return { title, rate, micros, failures, parts, largest: own[0] };
}

export function checkProfile({ title, largest }) {
  const [is, most] = [largest.share * 100, mostOfFunction * 100];
  return [
    {
      what: `largest function of ours in ${title}, %`,
      is: shown(is, 1),
      target: `≤ ${shown(most)}`,
      isMet: is <= most,
    },
  ];
}

const sumOf = (parts) => ({
  micros: parts.reduce((sum, { micros }) => sum + micros, 0),
  share: parts.reduce((sum, { share }) => sum + share, 0),
});

/** Returns what the code of the service uses, and its largest function, as a sentence. */
export function summaryOfProfile({ title, rate, micros, parts, largest }) {
  const own = sumOf(parts.filter(isOwnPart));
  return (
    `${title} takes ${shown(micros)} µs of CPU time of the main thread, at ${shown(rate)} requests per second under the profiler. The service's ` +
    `own code takes ${shown(own.micros)} µs (${shown(own.share * 100, 1)} %), and its largest function, \`${largest.what}\`, ` +
    `${shown(largest.micros, 1)} µs (${shown(largest.share * 100, 1)} %).`
  );
}

/** Returns the parts as a table. Small parts are one row, except folders of the service. */
export function tableOfProfile({ title, parts }) {
  const isSmall = (part) => part.share < smallShare && !isOwnPart(part);
  const rest = { what: 'smaller parts', ...sumOf(parts.filter(isSmall)) };
  const all = { what: 'all parts', ...sumOf(parts) };
  const rows = [...parts.filter((part) => !isSmall(part)), rest, all];
  return { head: [title, 'µs', '%'], rows: rows.map((each) => [each.what, ...figures(each)]) };
}
