// Shows which functions of the service use the CPU time under load, from a V8 profile.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from './operations.js';
import { startService } from './servers.js';

/** Returns the package or the folder of the service that contains a function. */
function placeOf({ url, functionName }) {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return url;
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (installed !== undefined) return installed;
  return /\/(dist\/[^/]+)/.exec(url)?.[1] ?? url;
}

function nameOf({ url, functionName, lineNumber }) {
  const file = url.replace(/^.*\/(?=node_modules\/|dist\/)/, '').replace(/^node_modules\//, '');
  return `${functionName || '(anonymous)'}${file && ` ${file}:${lineNumber + 1}`}`;
}

/**
 * Returns the shares of the self time by location and by function, largest first, between two moments of the monotonic
 * clock in µs, without idle time.
 */
function sharesOf(profile, from, to) {
  const calls = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map();
  const functions = new Map();
  let time = profile.startTime;
  let sum = 0;
  profile.samples.forEach((id, at) => {
    const took = profile.timeDeltas[at + 1] ?? 0;
    time += profile.timeDeltas[at];
    const call = calls.get(id);
    if (time < from || time > to || call.functionName === '(idle)') return;
    sum += took;
    const place = placeOf(call);
    places.set(place, (places.get(place) ?? 0) + took);
    const name = nameOf(call);
    functions.set(name, (functions.get(name) ?? 0) + took);
  });
  const ranked = (times) =>
    [...times].map(([what, took]) => ({ what, share: took / sum })).sort((a, b) => b.share - a.share);
  return { places: ranked(places), functions: ranked(functions), busy: sum };
}

/** Formats the largest shares as lines of text. */
function linesOf(shares, most) {
  return shares.slice(0, most).map(({ what, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${what}`);
}

/** Returns the monotonic clock in µs, which V8 uses as well. */
const moment = () => Number(process.hrtime.bigint() / 1_000n);

/** Prints the locations and functions that use the most CPU time, in total and per request. */
export async function profileUnder(operation, { database, load, seconds, connections }) {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const service = await startService({ DATABASE_URL: database.url }, { nodeOptions });
  const run = async (duration) => {
    const first = await database.takeNumbers(operation, 10_000 * (duration + 1));
    return load.run({ base: service.base, operation, first, connections, seconds: duration });
  };
  try {
    await run(2);
    const from = moment();
    const { requests, seconds: took, failures } = await run(seconds);
    const to = moment();
    await service.stop();
    const [file = ''] = await readdir(folder);
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const { places, functions, busy } = sharesOf(profile, from, to);
    console.log(
      `${operations[operation].title}: ${Math.round(requests / took)} requests a second under the profiler, ` +
        `${Math.round(busy / requests)} µs each in JavaScript and its engine`,
    );
    if (Object.keys(failures).length > 0) console.log('failures:', failures);
    console.log(`\nby package, of the time of the main thread:\n${linesOf(places, 25).join('\n')}`);
    console.log(`\nby function:\n${linesOf(functions, 40).join('\n')}`);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
