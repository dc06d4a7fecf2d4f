import type { RetrySchedule } from './retry-schedule.js';
import type { TargetAnswer } from './target-client.js';

/** One try to deliver, and what came of it. */
export interface Attempt extends TargetAnswer {
  readonly at: Date;
}

/** Attempts that are kept, the newest ones. */
const mostAttempts = 50;

/** An event that a target shall have: a webhook, or the project's chat. */
export class Delivery {
  public status: 'pending' | 'delivered' | 'failed' = 'pending';
  /** Null unless it is pending. */
  public nextAttemptAt: Date | null;
  /** Attempts that failed since it was last to be sent. */
  public failures = 0;
  /** Until then somebody is at it. */
  public leasedUntil: Date | null = null;
  public attempts: readonly Attempt[] = [];

  private constructor(
    readonly id: string,
    readonly projectId: string,
    /** Null: to the project's chat. */
    readonly webhookId: string | null,
    readonly eventId: string,
    readonly eventType: string,
    readonly createdAt: Date,
  ) {
    this.nextAttemptAt = createdAt;
  }

  /** A delivery that is due at once. */
  static of(
    event: { id: string; type: string; projectId: string },
    webhookId: string | null,
    id: string,
    now: Date,
  ): Delivery {
    return new Delivery(id, event.projectId, webhookId, event.id, event.type, now);
  }

  /** The target took it. */
  succeeded(attempt: Attempt): void {
    this.keep(attempt);
    this.end('delivered');
  }

  /** It will be attempted again by the schedule, or is given up. What was delivered meanwhile stays so. */
  failed(attempt: Attempt, schedule: RetrySchedule, now: Date): void {
    this.keep(attempt);
    if (this.status !== 'pending') return;
    this.failures += 1;
    const next = schedule.next(this.id, this.failures, now);
    if (next === null) return this.end('failed');
    this.nextAttemptAt = next;
    this.leasedUntil = null;
  }

  /** The target wants no more of it, as the attempt shows if there was one. */
  giveUp(attempt?: Attempt): void {
    if (attempt) this.keep(attempt);
    if (this.status === 'pending') this.end('failed');
  }

  /** It is sent once more at once, whatever became of it, and its schedule begins anew. */
  redeliver(now: Date): void {
    this.status = 'pending';
    this.nextAttemptAt = now;
    this.failures = 0;
  }

  private keep(attempt: Attempt): void {
    this.attempts = [...this.attempts, attempt].slice(-mostAttempts);
  }

  private end(status: 'delivered' | 'failed'): void {
    this.status = status;
    this.nextAttemptAt = null;
    this.leasedUntil = null;
  }
}
