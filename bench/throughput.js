// Measures requests per second, and their cost, of all servers in turn.
import { operations } from './operations.js';
import { Watch } from './processes.js';
import { median, shown } from './report.js';

/** An upper limit of the numbers that are used up per second. */
const mostASecond = 30_000;

/** The maximum memory of the service under load, in MB. */
const mostMemory = 300;

/** The minimum rate of votes for one feedback, as a share of the rate for many. */
const hotShare = 0.5;

/**
 * A server under test: `run` puts it under load, `pid` is its process if it has one of its own, `backends` belong to its database
 * if it does not use the service's, and `isOwn` tells that it is the service. With `searchedOnly`, it has writes of searched texts only.
 *
 * @typedef {{ name: string; pid?: number; backends?: import('./processes.js').Backends; isPlain?: boolean; readsOnly?: boolean;
 *   searchedOnly?: boolean; isOwn?: boolean;
 *   run: (load: import('./load.js').Load) => Promise<import('./load.js').Outcome> }} Target
 */

/**
 * Measures each operation on each target in turn, so that other activity of the machine affects all of them. The results
 * are medians of the rounds.
 *
 * @param {{ targets: readonly Target[]; backends: import('./processes.js').Backends; rounds: number; seconds: number;
 *   takeNumbers: (operation: string, count: number) => Promise<number>; settle: () => Promise<void>;
 *   chosen: readonly string[]; connections: number; reportProgress: (progress: string) => void }} how
 */
export async function measureLoads(how) {
  const { targets, backends, chosen, rounds, seconds, connections, takeNumbers, settle, reportProgress } =
    how;
  const cases = chosen.flatMap((operation) =>
    targets
      .filter(({ isPlain }) => !isPlain || operations[operation].plainly)
      .filter(({ readsOnly }) => !readsOnly || operations[operation].ofBareNest)
      .filter(({ searchedOnly }) => !searchedOnly || operations[operation].ofSearchedNest)
      .filter(({ isOwn }) => isOwn || !operations[operation].ownOnly)
      .map((target) => ({ operation, target, outcomes: [], failures: {} })),
  );
  // Round 0 warms up code and caches.
  for (let round = 0; round <= rounds; round++) {
    // Every second round is reversed, so that no server always comes first or after the same one.
    const inTurn = round % 2 === 0 ? cases : [...cases].reverse();
    for (const { operation, target, outcomes, failures } of inTurn) {
      reportProgress(`round ${round} of ${rounds}: ${operation}, ${target.name}`);
      const duration = round === 0 ? Math.min(seconds, 1) : seconds;
      const first = await takeNumbers(operation, Math.ceil(mostASecond * (duration + 1)));
      const watch = new Watch(target.pid, target.backends ?? backends);
      const outcome = await target.run({ operation, first, connections, seconds: duration });
      const cost = watch.stop();
      addFailures(failures, outcome.failures);
      if (round > 0) {
        if (outcome.requests === 0) addFailures(failures, { 'no answer': 1 });
        outcomes.push({ ...outcome, ...cost });
      }
      await settle();
    }
  }
  return cases.map(({ operation, target, outcomes, failures }) => {
    const medianOf = (pick) => median(outcomes.map(pick));
    const perRequest = (what) =>
      medianOf((outcome) =>
        outcome[what] === undefined || outcome.requests === 0 ? undefined : outcome[what] / outcome.requests,
      );
    return {
      operation,
      title: operations[operation].title,
      target: target.name,
      rate: medianOf(rateOf),
      p50: medianOf(({ p50 }) => p50),
      p99: medianOf(({ p99 }) => p99),
      serverCpu: perRequest('serverCpu'),
      postgresCpu: perRequest('postgresCpu'),
      loadCpu: perRequest('loadCpu'),
      memory: Math.max(...outcomes.map(({ memory }) => memory ?? 0)) || undefined,
      rates: outcomes.map(rateOf),
      failures,
    };
  });
}

const rateOf = ({ requests, seconds }) => requests / seconds;

function addFailures(sum, failures) {
  for (const [what, times] of Object.entries(failures)) sum[what] = (sum[what] ?? 0) + times;
}

/** Compares the service with the baselines. */
export function checkLoads(loads) {
  const find = (operation, target) =>
    loads.find((load) => load.operation === operation && load.target === target);
  const verdicts = [];
  const expectRatio = (what, one, other, least) => {
    if (least === undefined || !one || !other) return;
    const ratio = one.rate / other.rate;
    verdicts.push({ what, is: shown(ratio, 2), target: `≥ ${shown(least, 2)}`, isMet: ratio >= least });
  };
  for (const [operation, target] of Object.entries(operations)) {
    const { title, ofExpress, ofBareNest, ofNest, ofSearchedNest, ofPatch, ofList } = target;
    const service = find(operation, 'service');
    expectRatio(`${title}, of Express`, service, find(operation, 'Express'), ofExpress);
    expectRatio(`${title}, of bare Nest`, service, find(operation, 'bare Nest'), ofBareNest);
    expectRatio(`${title}, of Nest`, service, find(operation, 'Nest'), ofNest);
    expectRatio(
      `${title}, of Nest with search`,
      service,
      find(operation, 'Nest with search'),
      ofSearchedNest,
    );
    expectRatio(`${title}, of PATCH project`, service, find('patch', 'service'), ofPatch);
    expectRatio(`${title}, of those without`, service, find('list', 'service'), ofList);
  }
  const [hot, spread] = [find('hot', 'service'), find('vote', 'service')];
  expectRatio('votes for one feedback, of those for many', hot, spread, hotShare);
  const memory = Math.max(...loads.map((load) => (load.target === 'service' ? (load.memory ?? 0) : 0)));
  if (memory > 0) {
    const what = 'most memory (RSS) under load, MB';
    verdicts.push({ what, is: shown(memory), target: `≤ ${mostMemory}`, isMet: memory <= mostMemory });
  }
  return verdicts;
}

/** Returns the measurements as a table. */
export function tableOfLoads(loads) {
  const head = [
    ...[
      'operation',
      'server',
      'statements',
      'requests/s',
      'of Express',
      'of bare Nest',
      'of Nest',
      'of Nest with search',
      'p50 ms',
      'p99 ms',
    ],
    ...['CPU µs server', 'CPU µs PostgreSQL', 'RSS MB'],
  ];
  const rows = loads.map((load, at) => {
    const ratioTo = (name) => {
      const other = loads.find(({ operation, target }) => operation === load.operation && target === name);
      return other ? shown(load.rate / other.rate, 2) : '–';
    };
    return [
      loads[at - 1]?.operation === load.operation ? '' : operations[load.operation].title,
      load.target,
      shown(load.statements),
      shown(load.rate),
      ratioTo('Express'),
      ratioTo('bare Nest'),
      ratioTo('Nest'),
      ratioTo('Nest with search'),
      shown(load.p50, 1),
      shown(load.p99, 1),
      shown(load.serverCpu),
      shown(load.postgresCpu),
      shown(load.memory),
    ];
  });
  return { head, rows };
}
