import type { RetrySchedule } from './retry-schedule.js';
import type { TargetAnswer } from './target-client.js';

/** An attempt to deliver, with its outcome. */
export interface Attempt extends TargetAnswer {
  readonly at: Date;
}

/** The maximum number of stored attempts. Older ones are removed. */
const maxAttempts = 50;

/** The delivery of an event to a target: a webhook, or the project's chat. */
export class Delivery {
  public status: 'pending' | 'delivered' | 'failed' = 'pending';
  /** Null unless it is pending. */
  public nextAttemptAt: Date | null;
  /** Failed attempts since the delivery was last requested. */
  public failures = 0;
  /** Until then one process is attempting it. */
  public leasedUntil: Date | null = null;
  public attempts: readonly Attempt[] = [];

  private constructor(
    readonly id: string,
    readonly projectId: string,
    /** Null for the chat of the project. */
    readonly webhookId: string | null,
    readonly eventId: string,
    readonly eventType: string,
    readonly createdAt: Date,
  ) {
    this.nextAttemptAt = createdAt;
  }

  /** Creates a delivery that is due immediately. */
  static of(
    event: { id: string; type: string; projectId: string },
    webhookId: string | null,
    id: string,
    now: Date,
  ): Delivery {
    return new Delivery(id, event.projectId, webhookId, event.id, event.type, now);
  }

  /** Records that the target accepted the event. */
  succeeded(attempt: Attempt): void {
    this.keep(attempt);
    this.end('delivered');
  }

  /** Records a failure: the delivery is attempted again by the schedule, or given up. A delivered event stays delivered. */
  failed(attempt: Attempt, schedule: RetrySchedule, now: Date): void {
    this.keep(attempt);
    if (this.status !== 'pending') return;
    this.failures += 1;
    const next = schedule.next(this.id, this.failures, now);
    if (next === null) return this.end('failed');
    this.nextAttemptAt = next;
    this.leasedUntil = null;
  }

  /** Gives the delivery up, after a last attempt if there was one. */
  giveUp(attempt?: Attempt): void {
    if (attempt) this.keep(attempt);
    if (this.status === 'pending') this.end('failed');
  }

  /** Makes the delivery due immediately, whatever its status, and restarts its schedule. */
  redeliver(now: Date): void {
    this.status = 'pending';
    this.nextAttemptAt = now;
    this.failures = 0;
  }

  private keep(attempt: Attempt): void {
    this.attempts = [...this.attempts, attempt].slice(-maxAttempts);
  }

  private end(status: 'delivered' | 'failed'): void {
    this.status = status;
    this.nextAttemptAt = null;
    this.leasedUntil = null;
  }
}
