// Generates load in a child process, which receives its tasks as messages.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuUsed } from './processes.js';

/**
 * A load: the requests of an operation, with numbers from `first` on, or GETs of the paths in turn. It ends after a number
 * of seconds, or after `amount` responses. `isAnonymous` omits the token, and `isPeer` translates the requests for the
 * product that is measured beside the service.
 *
 * @typedef {{ base: string; operation?: string; first?: number; paths?: readonly string[]; connections: number;
 *   seconds?: number; amount?: number; isAnonymous?: boolean; isPeer?: boolean }} Load
 */

/**
 * The outcome of a load: latencies in milliseconds, and the number of failures by their kind.
 *
 * @typedef {{ requests: number; seconds: number; p50: number; p99: number; failures: Record<string, number> }} Outcome
 */

/**
 * Returns the value that the given share of the numbers does not exceed.
 *
 * @param {readonly number[]} sorted
 */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}

export class LoadGenerator {
  #child;
  #waiting;

  /** @param {import('./dataset.js').Dataset} dataset */
  constructor(dataset) {
    this.#child = fork(fileURLToPath(new URL('load-process.js', import.meta.url)), [JSON.stringify(dataset)]);
    this.#child.on('message', (outcome) => this.#waiting.resolve(outcome));
    this.#child.on('exit', () => this.#waiting?.reject(new Error('The load generator ended.')));
  }

  /**
   * @param {Load} load
   * @returns {Promise<Outcome & { loadCpu: number | undefined }>} with the CPU time of the load generator in µs
   */
  async run(load) {
    const before = cpuUsed(this.#child.pid);
    const outcome = await new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.send(load);
    });
    this.#waiting = undefined;
    if (outcome.error) throw new Error(outcome.error);
    const after = cpuUsed(this.#child.pid);
    return { ...outcome, loadCpu: after === undefined ? undefined : after - before };
  }

  stop() {
    this.#child.removeAllListeners('exit');
    this.#child.kill();
  }
}
