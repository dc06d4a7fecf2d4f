interface Waiter {
  owner: object;
  canTimeOut: boolean;
  resolve: (acquired: boolean) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Gives the single session to one connection at a time, first come, first served.
 *
 * A connection keeps it for a whole transaction. Only the time during which that transaction is idle counts towards
 * the timeout of the others, because it may be a deadlock: a transaction that awaits a second connection. Waiting
 * for a long statement or in a long queue never times out.
 */
export class SessionLock {
  private holder: object | undefined;
  private isHolderIdle = false;
  private readonly waiters: Waiter[] = [];

  /** @param timeoutMs how long, in milliseconds, a connection waits behind an idle transaction */
  constructor(private readonly timeoutMs: number) {}

  isHeldBy(owner: object): boolean {
    return this.holder === owner;
  }

  /** Acquires the session, or marks its holder as active again. Returns false after the timeout. */
  async acquire(owner: object, { canTimeOut = true } = {}): Promise<boolean> {
    if (this.holder !== undefined && this.holder !== owner) {
      return new Promise((resolve) => {
        const waiter: Waiter = { owner, canTimeOut, resolve };
        this.waiters.push(waiter);
        if (this.isHolderIdle) this.startTimer(waiter);
      });
    }
    this.holder = owner;
    this.stopTimers();
    return true;
  }

  /** Marks the holder as idle: its transaction waits for the next statement of its client. */
  markIdle(): void {
    this.isHolderIdle = true;
    for (const waiter of this.waiters) this.startTimer(waiter);
  }

  /** Hands the session to the next connection in the queue. */
  release(): void {
    this.stopTimers();
    const next = this.waiters.shift();
    this.holder = next?.owner;
    next?.resolve(true);
  }

  private startTimer(waiter: Waiter): void {
    if (!waiter.canTimeOut) return;
    waiter.timer = setTimeout(() => {
      this.waiters.splice(this.waiters.indexOf(waiter), 1);
      waiter.resolve(false);
    }, this.timeoutMs);
  }

  private stopTimers(): void {
    this.isHolderIdle = false;
    for (const { timer } of this.waiters) clearTimeout(timer);
  }
}
