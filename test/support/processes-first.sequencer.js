import TestSequencer from '@jest/test-sequencer';
import { keptApplication } from './kept-application.js';

const order = ['nightly', 'process', 'database', 'unit'];

/**
 * Runs the suites of processes first, because they take longest although they are short. Jest sorts the files of a
 * first run by their size, so a few of them would run at the end on one core. Suites that take the application which their
 * worker keeps follow each other.
 */
export default class ProcessesFirst extends TestSequencer {
  sort(tests) {
    const ranks = new Map();
    for (const test of tests) {
      const project = order.indexOf(test.context.config.displayName.name);
      ranks.set(test, `${project} ${keptApplication(test.path) ?? ''}`);
    }
    return [...super.sort(tests)].sort((one, other) => ranks.get(one).localeCompare(ranks.get(other)));
  }
}
