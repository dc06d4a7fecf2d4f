import { AsyncLocalStorage } from 'node:async_hooks';

/** The modes of PostgreSQL's row-level locks that the adapters use, each with those that it conflicts with. */
const conflictingModes = {
  'key share': ['update'],
  'no key update': ['no key update', 'update'],
  update: ['key share', 'no key update', 'update'],
} as const;

export type LockMode = keyof typeof conflictingModes;

/** Thrown to the transaction whose wait would complete a cycle of transactions that wait for each other. */
export class DeadlockDetected extends Error {}

export class Transaction {
  readonly afterCommit = new Set<() => void>();
  /** Called at the end: they apply or discard the changes of the transaction, and release its locks. */
  readonly onEnd: ((isCommitted: boolean) => void)[] = [];
  /** The transactions that it waits for. */
  readonly blockers = new Set<Transaction>();
  hasFailed = false;
  private resolveEnded!: () => void;
  private readonly ended = new Promise<void>((resolve) => {
    this.resolveEnded = resolve;
  });

  /**
   * Waits until another transaction has ended.
   *
   * @throws DeadlockDetected when the other one waits for this one
   */
  async waitFor(other: Transaction): Promise<void> {
    if (other.isWaitingFor(this)) throw this.failure(new DeadlockDetected());
    this.blockers.add(other);
    await other.ended;
    this.blockers.delete(other);
  }

  /** Returns the error of a statement, after which the transaction cannot be committed. */
  failure(error: Error): Error {
    this.hasFailed = true;
    return error;
  }

  end(isCommitted: boolean): void {
    for (const callback of this.onEnd) callback(isCommitted);
    this.resolveEnded();
  }

  private isWaitingFor(other: Transaction): boolean {
    return [...this.blockers].some((blocker) => blocker === other || blocker.isWaitingFor(other));
  }
}

/**
 * The active transactions of all memories. One storage serves them all: Node copies the values of every storage that was ever
 * used to each new promise, and tests create thousands of memories.
 */
const storage = new AsyncLocalStorage<ReadonlyMap<Transactions, Transaction>>();

/** The transactions on a memory. They follow the calls of the work through their async context. */
export class Transactions {
  private readonly active = new Set<Transaction>();

  /** The active transaction of the caller. */
  get current(): Transaction | undefined {
    return storage.getStore()?.get(this);
  }

  /** Whether any transaction waits for another one. */
  get isAnyBlocked(): boolean {
    return [...this.active].some(({ blockers }) => blockers.size > 0);
  }

  /** Calls the function once the active transaction is committed; without one, immediately. */
  afterCommit(callback: () => void): void {
    if (this.current) this.current.afterCommit.add(callback);
    else callback();
  }

  /** Runs the work in the active transaction; without one, in a transaction of its own. */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.current) return work(this.current);
    const transaction = new Transaction();
    this.active.add(transaction);
    let isCommitted = false;
    try {
      const context = new Map(storage.getStore()).set(this, transaction);
      const result = await storage.run(context, async () => work(transaction));
      if (transaction.hasFailed)
        throw new Error('A statement of the transaction failed, and the work ignored it.');
      isCommitted = true;
      return result;
    } finally {
      this.active.delete(transaction);
      transaction.end(isCommitted);
      if (isCommitted) for (const callback of transaction.afterCommit) callback();
    }
  }
}

/** Locks of the rows of a table, or of anything else that has keys. A transaction holds them until it ends. */
export class Locks {
  private held: { readonly key: string; readonly mode: LockMode; readonly holder: Transaction }[] = [];

  constructor(private readonly transactions: Transactions) {}

  /** Takes a lock once all transactions that hold a conflicting one have ended. */
  async acquire(key: string, mode: LockMode = 'update'): Promise<void> {
    await this.transactions.run(async (transaction) => {
      let blocker: Transaction | undefined;
      while ((blocker = this.take(key, mode, transaction))) await transaction.waitFor(blocker);
    });
  }

  /** Takes a lock unless another transaction holds a conflicting one. Returns whether it was taken. */
  async tryAcquire(key: string, mode: LockMode = 'update'): Promise<boolean> {
    return this.transactions.run(async (transaction) => !this.take(key, mode, transaction));
  }

  /** Takes a lock, or returns a transaction that holds a conflicting one. */
  private take(key: string, mode: LockMode, holder: Transaction): Transaction | undefined {
    const conflicting: readonly LockMode[] = conflictingModes[mode];
    const blocking = this.held.find(
      (lock) => lock.key === key && lock.holder !== holder && conflicting.includes(lock.mode),
    );
    if (blocking) return blocking.holder;
    const lock = { key, mode, holder };
    this.held.push(lock);
    holder.onEnd.push(() => this.held.splice(this.held.indexOf(lock), 1));
    return undefined;
  }
}
