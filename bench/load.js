// Puts a server under load, from a process of its own: it is asked to by messages.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuUsed } from './processes.js';

/**
 * What to ask of a server: the requests of an operation, with numbers from `first` on, or GETs of the paths in turn; on so
 * many connections, for so many seconds or until there were `amount` answers.
 *
 * @typedef {{ base: string; operation?: string; first?: number; paths?: readonly string[]; connections: number;
 *   seconds?: number; amount?: number }} Load
 */

/**
 * How it went: times in milliseconds, and how often it failed, by what went wrong.
 *
 * @typedef {{ requests: number; seconds: number; p50: number; p99: number; failures: Record<string, number> }} Outcome
 */

/**
 * What that share of the numbers does not exceed.
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
   * @returns {Promise<Outcome & { loadCpu: number | undefined }>} with the CPU time in µs that making the load took
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
