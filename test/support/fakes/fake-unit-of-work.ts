import { AsyncLocalStorage } from 'node:async_hooks';
import { UnitOfWork } from '../../../src/shared/unit-of-work.js';
import type { Memory } from './memory.js';

/** Puts the memory back when the work rejects. Units of work run one after the other, as if each locked everything. */
export class FakeUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<true>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly memory: Memory) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    const result = this.last.then(() => this.current.run(true, () => this.attempt(work)));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const restore = this.memory.remember();
    try {
      return await work();
    } catch (error) {
      restore();
      throw error;
    }
  }
}
