import TestSequencer from '@jest/test-sequencer';

const order = ['nightly', 'process', 'database', 'unit'];

/**
 * Runs the suites of processes first, because they take longest although they are short. Jest sorts the files of a
 * first run by their size, so a few of them would run at the end on one core.
 */
export default class ProcessesFirst extends TestSequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName.name);
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
