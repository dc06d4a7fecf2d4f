import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnitOfWork } from '../../../src/shared/unit-of-work.js';
import type { Memory } from './memory.js';
import { DeadlockDetected } from './transactions.js';

const maxAttempts = 4;

/** A transaction on the memory, which is repeated after a deadlock. */
export class FakeUnitOfWork extends UnitOfWork {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    const { transactions } = this.memory;
    if (transactions.current) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await transactions.run(work);
      } catch (error) {
        if (attempt === maxAttempts || !(error instanceof DeadlockDetected)) throw error;
        // The transactions that it was in conflict with go first.
        await nextTurn();
      }
    }
  }
}
