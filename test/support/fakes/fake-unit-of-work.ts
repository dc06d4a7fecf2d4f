import { AsyncLocalStorage } from 'node:async_hooks';
import { UnitOfWork } from '../../../src/shared/unit-of-work.js';
import type { Memory } from './memory.js';

/** Restores the memory when the work rejects. Units of work run one after the other, as if each locked everything. */
export class FakeUnitOfWork extends UnitOfWork {
  private readonly current = new AsyncLocalStorage<Set<() => void>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly memory: Memory) {
    super();
  }

  override async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    const afterCommit = new Set<() => void>();
    const committed = this.last.then(() => this.current.run(afterCommit, () => this.attempt(work)));
    this.last = committed.catch(() => undefined);
    const result = await committed;
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Calls the function when the current unit of work is committed; outside of one, immediately. */
  afterCommit(callback: () => void): void {
    const afterCommit = this.current.getStore();
    if (afterCommit) afterCommit.add(callback);
    else callback();
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
