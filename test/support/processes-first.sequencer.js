import TestSequencer from '@jest/test-sequencer';

const order = ['process', 'http', 'unit'];

/**
 * Runs the suites of processes first, which take longest though they are short: Jest, which sorts the files of a first run
 * by their size, would end with a few of them on one core.
 */
export default class ProcessesFirst extends TestSequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName.name);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
