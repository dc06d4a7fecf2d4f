import type { RetrySchedule } from './retry-schedule.js';
import type { TargetAnswer } from './target-client.js';

export interface AttemptRecord {
  at: string;
  /** Null when there was no answer. */
  status_code: number | null;
  duration_ms: number;
  /** `''` when the attempt succeeded. */
  error: string;
  /** The first 1,024 bytes of the answer. */
  response: string;
}

export interface DeliveryRecord {
  id: string;
  event_id: string;
  event_type: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: string;
  /** Null unless the delivery is pending. */
  next_attempt_at: string | null;
  /** Oldest first, the newest 50. */
  attempts: AttemptRecord[];
}

/** An attempt to deliver, with its outcome. */
interface Attempt extends TargetAnswer {
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
  public attempts: readonly AttemptRecord[] = [];

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

  /** Returns the stored delivery with this record, and with what the record does not show. */
  static restore(
    record: DeliveryRecord,
    hidden: Pick<Delivery, 'projectId' | 'webhookId' | 'failures' | 'leasedUntil'>,
  ): Delivery {
    const { id, event_id: eventId, event_type: eventType, created_at: createdAt, status, attempts } = record;
    const { projectId, webhookId, failures, leasedUntil } = hidden;
    const delivery = new Delivery(id, projectId, webhookId, eventId, eventType, new Date(createdAt));
    const nextAttemptAt = record.next_attempt_at === null ? null : new Date(record.next_attempt_at);
    return Object.assign(delivery, { status, nextAttemptAt, failures, leasedUntil, attempts });
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
    const next = schedule.next(this.id, this.failures, now, attempt.retryAfterMs);
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

  private keep({ at, statusCode, durationMs, error, response }: Attempt): void {
    const attempt = {
      at: at.toISOString(),
      status_code: statusCode,
      duration_ms: durationMs,
      error,
      response,
    };
    this.attempts = [...this.attempts, attempt].slice(-maxAttempts);
  }

  private end(status: 'delivered' | 'failed'): void {
    this.status = status;
    this.nextAttemptAt = null;
    this.leasedUntil = null;
  }
}
