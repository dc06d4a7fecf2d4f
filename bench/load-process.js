// The child process of `LoadGenerator`. Its argument is the data set; its messages are loads and their outcomes.
import autocannon from 'autocannon';
import { percentile } from './load.js';
import { operations } from './operations.js';
import { toPeer } from './peer.js';
import { token } from './servers.js';

const dataset = JSON.parse(process.argv[2] ?? '');
const authorization = `Bearer ${token}`;

/** The interval in milliseconds at which autocannon checks whether the time is over. */
const sampleInt = 20;

/** Returns the requests of an operation, or GETs of the paths in turn. */
function requestsOf({ operation, paths, first = 0 }) {
  if (operation !== undefined) return operations[operation].requests(dataset, first);
  return (number) => ({ method: 'GET', path: paths[number % paths.length] });
}

/** @param {import('./load.js').Load} load */
async function run({ base, connections, seconds, amount, isAnonymous, isPeer, first = 0, ...what }) {
  const { origin, pathname } = new URL(base);
  const prefix = pathname === '/' ? '' : pathname;
  const requestOf = requestsOf({ ...what, first });
  let next = first;
  /** @type {number[]} */
  const times = [];
  const statuses = {};
  const started = performance.now();
  let ended = started;
  const load = autocannon({
    url: origin,
    connections,
    timeout: 60,
    sampleInt,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [
      {
        setupRequest(request) {
          const own = requestOf(next++);
          const { method, path, body } = isPeer ? toPeer(own) : own;
          // New headers for each request, because autocannon adds the length of the body to them.
          const headers = {
            ...(isAnonymous ? {} : { authorization }),
            ...(body ? { 'content-type': 'application/json' } : {}),
          };
          return { ...request, method, path: prefix + path, headers, body: body && JSON.stringify(body) };
        },
      },
    ],
  });
  load.on('response', (_client, status, _bytes, time) => {
    times.push(time);
    statuses[status] = (statuses[status] ?? 0) + 1;
    ended = performance.now();
  });
  const { errors } = await load;
  const failures = Object.fromEntries(Object.entries(statuses).filter(([status]) => !status.startsWith('2')));
  if (errors > 0) failures['connection errors'] = errors;
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    seconds: (ended - started) / 1_000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures,
  };
}

process.on('message', (load) => {
  run(load).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ error: String(error.stack) }),
  );
});
process.on('disconnect', () => process.exit());
