/** The wait for the session was given up: another connection's transaction sits on it, doing nothing. */
export class SessionOccupiedError extends Error {}

interface Waiter {
  enter: () => void;
  refuse: (() => void) | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets one connection at a time use the one session, in the order of their coming.
 *
 * Whoever holds it through a transaction says `idle` when it waits for its client and `resume` when the client
 * went on. Time spent behind an idle holder is what can be a deadlock (a transaction that awaits a second
 * connection), so that alone counts; a long statement, or a long queue that moves, refuses nobody.
 */
export class SessionGate {
  private held = false;
  private holderIsIdle = false;
  private readonly waiters: Waiter[] = [];

  /** @param patienceMs how long to wait, in milliseconds, while the holder does nothing */
  constructor(private readonly patienceMs: number) {}

  /**
   * Waits for the session and takes it.
   * @param patient wait for as long as it takes
   * @throws SessionOccupiedError when the holder has been idle for the whole time of patience
   */
  async enter(patient = false): Promise<void> {
    if (!this.held) {
      this.held = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(new SessionOccupiedError());
      };
      const waiter: Waiter = { enter: resolve, refuse: patient ? undefined : refuse, timer: undefined };
      this.waiters.push(waiter);
      if (this.holderIsIdle) this.startClock(waiter);
    });
  }

  /** The holder waits for its client. */
  idle(): void {
    this.holderIsIdle = true;
    for (const waiter of this.waiters) this.startClock(waiter);
  }

  /** The holder's client went on. */
  resume(): void {
    this.holderIsIdle = false;
    for (const waiter of this.waiters) clearTimeout(waiter.timer);
  }

  /** Gives the session to the next in line. */
  leave(): void {
    this.resume();
    const next = this.waiters.shift();
    this.held = next !== undefined;
    next?.enter();
  }

  private startClock(waiter: Waiter): void {
    if (waiter.refuse !== undefined) waiter.timer = setTimeout(waiter.refuse, this.patienceMs);
  }
}
