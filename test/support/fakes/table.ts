import { type LockMode, Locks, type Transaction, type Transactions } from './transactions.js';

/** Thrown when another record has the same value in a unique key, unless the caller names another error. */
export class UniqueViolation extends Error {}

/** Thrown when a record refers to one that does not exist, unless the caller names another error. */
export class ForeignKeyViolation extends Error {}

/**
 * Records by key, ignoring case as for UUIDs. Like in PostgreSQL (READ COMMITTED), a transaction locks the records that it
 * changes until it ends, and others see its changes once they are committed. Records are copied when they are stored and
 * when they are read.
 */
export class Table<T extends object> {
  private readonly committed = new Map<string, T>();
  /** What active transactions have stored, or removed (null). */
  private readonly uncommitted = new Map<Transaction, Map<string, T | null>>();
  private readonly locks: Locks;

  /** @param uniqueKeys returns the values that no other record may have; null for none */
  constructor(
    private readonly transactions: Transactions,
    private readonly uniqueKeys: (record: T) => readonly (string | null)[] = () => [],
  ) {
    this.locks = new Locks(transactions);
  }

  get(key: string): T | null {
    const record = this.visible().get(key.toLowerCase());
    return record ? copy(record) : null;
  }

  /** In the order in which they were first stored. */
  where(condition: (record: T) => boolean): T[] {
    return [...this.visible().values()].filter(condition).map(copy);
  }

  /** Returns the records that satisfy the condition, locked in the order of their keys. */
  async lock(condition: (record: T) => boolean, mode: LockMode = 'no key update'): Promise<T[]> {
    return this.transactions.run(async () => {
      const keys = await this.lockKeys(condition, mode);
      return keys.map((key) => this.get(key)!);
    });
  }

  /** Locks a record, unless another transaction has locked it. Returns whether it did. */
  async tryLock(key: string): Promise<boolean> {
    return this.locks.tryAcquire(key.toLowerCase());
  }

  /**
   * Locks a record that another one refers to, as a foreign key does.
   *
   * @throws Missing when it does not exist
   */
  async checkReference(key: string, Missing: new () => Error = ForeignKeyViolation): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (this.get(key)) await this.locks.acquire(key.toLowerCase(), 'key share');
      if (!this.get(key)) throw transaction.failure(new Missing());
    });
  }

  /** @throws Taken when another record has the same value in a unique key */
  async put(key: string, record: T, Taken: new () => Error = UniqueViolation): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (!(await this.putUnlessTaken(key, record))) throw transaction.failure(new Taken());
    });
  }

  /** Returns false, and stores nothing, when another record has the same value in a unique key. */
  async putUnlessTaken(key: string, record: T): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const id = key.toLowerCase();
      const stored = copy(record);
      const values = this.valuesOf(stored);
      const former = this.visible().get(id);
      const keepsKeys = former && this.valuesOf(former).every((value) => values.includes(value));
      await this.locks.acquire(id, keepsKeys ? 'no key update' : 'update');
      let writer: Transaction | undefined;
      while ((writer = this.writerOf(values, transaction))) await transaction.waitFor(writer);
      const isTaken = [...this.visible()].some(
        ([other, each]) => other !== id && this.valuesOf(each).some((value) => values.includes(value)),
      );
      if (!isTaken) this.write(transaction, id, stored);
      return !isTaken;
    });
  }

  async remove(key: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      await this.locks.acquire(key.toLowerCase());
      this.write(transaction, key.toLowerCase(), null);
    });
  }

  async removeWhere(condition: (record: T) => boolean): Promise<void> {
    await this.transactions.run(async (transaction) => {
      for (const key of await this.lockKeys(condition, 'update')) this.write(transaction, key, null);
    });
  }

  /** Removes all records at once, outside of transactions. */
  clear(): void {
    this.committed.clear();
  }

  private async lockKeys(condition: (record: T) => boolean, mode: LockMode): Promise<string[]> {
    return this.transactions.run(async () => {
      const isFound = (key: string): boolean => {
        const record = this.visible().get(key);
        return record !== undefined && condition(record);
      };
      const keys = [...this.visible().keys()].filter(isFound).sort();
      for (const key of keys) await this.locks.acquire(key, mode);
      // They may have changed before they were locked.
      return keys.filter(isFound);
    });
  }

  /** The committed records with the changes of the current transaction. */
  private visible(): Map<string, T> {
    const { current } = this.transactions;
    const changes = current && this.uncommitted.get(current);
    return changes ? apply(changes, new Map(this.committed)) : this.committed;
  }

  /** Returns another transaction that has changed a record which had, or has now, one of the values. */
  private writerOf(values: readonly string[], reader: Transaction): Transaction | undefined {
    for (const [transaction, changes] of this.uncommitted) {
      const versions = [...changes].flatMap(([key, record]) => [record, this.committed.get(key)]);
      const isAffected = versions.some(
        (record) => record && this.valuesOf(record).some((value) => values.includes(value)),
      );
      if (transaction !== reader && isAffected) return transaction;
    }
    return undefined;
  }

  private valuesOf(record: T): string[] {
    return this.uniqueKeys(record).filter((value) => value !== null);
  }

  private write(transaction: Transaction, key: string, record: T | null): void {
    const changes = this.uncommitted.get(transaction) ?? new Map<string, T | null>();
    if (changes.size === 0) {
      transaction.onEnd.push((isCommitted) => {
        this.uncommitted.delete(transaction);
        if (isCommitted) apply(changes, this.committed);
      });
    }
    this.uncommitted.set(transaction, changes.set(key, record));
  }
}

function apply<T>(changes: Map<string, T | null>, records: Map<string, T>): Map<string, T> {
  for (const [key, record] of changes) {
    if (record === null) records.delete(key);
    else records.set(key, record);
  }
  return records;
}

/** Returns a copy of the record of the same class. Dates, buffers and lists in it are never changed in place. */
function copy<T extends object>(record: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(record) as object) as T, record);
}
