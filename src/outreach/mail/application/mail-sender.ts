import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { MailJobs } from '../domain/mail-jobs.js';
import { MailSubscriberRepository } from '../domain/mail-subscriber.repository.js';
import { type MailOutcome, MailTransport } from '../domain/mail-transport.js';
import { type Mail, nextAttemptAt } from '../domain/mail.js';
import { MailRepository } from '../domain/mail.repository.js';
import { SuppressionRepository } from '../domain/suppression.repository.js';
import { MailComposer } from './mail-composer.js';

/** How long a claimed mail is reserved, in milliseconds: longer than an attempt can take. */
const leaseTime = 15 * 60_000;

/** How long an attempt may take, in milliseconds, also with the transport of a host; and, once the process is about to stop. */
const [maxAttemptTime, maxStopTime] = [12 * 60_000, 10_000];

/** A job ends after this time, in milliseconds, and another one continues: jobs that wait for long are reported. */
const maxRunTime = 20_000;

const minute = 60_000;

/** The pause after the mail server could not be used, in milliseconds. */
const serverPause = minute;

/** How long it is stored that a mail was sent, in milliseconds: longer than the job that adds it is repeated. */
export const retentionTime = 7 * 24 * 3_600_000;

/**
 * Sends the mails that are due, one after the other: a process that is killed repeats at most the one that it was sending. A
 * failure of the mail server delays mails, and nothing else.
 */
@Injectable()
export class MailSender {
  constructor(
    private readonly mails: MailRepository,
    private readonly composer: MailComposer,
    private readonly transport: MailTransport,
    private readonly suppressions: SuppressionRepository,
    private readonly subscribers: MailSubscriberRepository,
    private readonly jobs: MailJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends due mails until none is due, no more are allowed, the mail server cannot be used, or the job has run for long, and
   * schedules the next job. Returns the number of mails that were dropped, because they could not be sent for too long.
   *
   * @param onError called with each error that a mail caused, such as in the texts of a host. The mail is sent again later
   */
  async sendDue(signal: AbortSignal, onError: (error: Error) => void): Promise<number> {
    let dropped = 0;
    const start = this.clock.now();
    let earliest = start;
    while (!signal.aborted) {
      const now = this.clock.now();
      if (now.getTime() > start.getTime() + maxRunTime) break;
      earliest = await this.nextAllowedTime(now);
      if (earliest > now) break;
      const mail = await this.mails.claim(now, new Date(now.getTime() + leaseTime));
      if (!mail) break;
      const outcome = await this.attempt(mail, signal).catch((error: unknown) => {
        if (this.mails.isUnavailable(error)) throw error;
        onError(error instanceof Error ? error : new Error(String(error)));
        return 'deferred' as const;
      });
      if (outcome === 'deferred' || outcome === 'unavailable') {
        if (!(await this.postpone(mail, outcome === 'deferred'))) dropped += 1;
      } else if (outcome === 'not_sent') await this.mails.remove(mail.id);
      else await this.mails.complete(mail.id, this.clock.now());
      if (outcome === 'unavailable') {
        earliest = new Date(this.clock.now().getTime() + serverPause);
        break;
      }
    }
    await this.scheduleNext(earliest);
    return dropped;
  }

  /** Removes mails that were sent long ago. */
  async removeSent(): Promise<void> {
    await this.mails.removeDone(new Date(this.clock.now().getTime() - retentionTime));
  }

  /** Returns when another mail is allowed. The attempts of all processes count, since the job runs in one at a time. */
  private async nextAllowedTime(now: Date): Promise<Date> {
    const { maxPerMinute } = this.transport;
    if (maxPerMinute === 0) return now;
    const last = await this.mails.attemptTime(maxPerMinute - 1);
    return last ? new Date(last.getTime() + minute) : now;
  }

  /** Sends a mail, unless its recipient can no longer see what it is about. */
  private async attempt(mail: Mail, signal: AbortSignal): Promise<MailOutcome['result'] | 'not_sent'> {
    const message = await this.composer.compose(mail, this.clock.now());
    if (!message) return 'not_sent';
    const result = await endsInTime(
      this.transport.send(message).then((outcome) => outcome.result),
      signal,
    );
    if (result === 'address_refused') await this.suppress(message.to.address);
    return result;
  }

  /** Returns false when the mail was dropped instead. */
  private async postpone(mail: Mail, isFailure: boolean): Promise<boolean> {
    const now = this.clock.now();
    const next = nextAttemptAt(mail, now);
    if (!next) await this.mails.complete(mail.id, now);
    // Waiting for the server is no failure of the mail.
    else
      await this.mails.postpone(mail.id, isFailure ? next : new Date(now.getTime() + serverPause), isFailure);
    return next !== null;
  }

  private async suppress(address: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.suppressions.add(address, 'refused', this.clock.now());
      await this.subscribers.removeAddress(address);
    });
  }

  private async scheduleNext(earliest: Date): Promise<void> {
    await this.unitOfWork.run(async () => {
      const next = await this.mails.nextClaimTime();
      if (next) await this.jobs.sendAt(next > earliest ? next : earliest);
    });
  }
}

/** Returns the result of an attempt; `deferred` if it takes too long. */
async function endsInTime(
  attempt: Promise<MailOutcome['result']>,
  stop: AbortSignal,
): Promise<MailOutcome['result']> {
  let timer: NodeJS.Timeout | undefined;
  let onStop = (): void => undefined;
  const limit = new Promise<'deferred'>((resolve) => {
    const end = (): void => resolve('deferred');
    timer = setTimeout(end, maxAttemptTime);
    onStop = () => {
      clearTimeout(timer);
      timer = setTimeout(end, maxStopTime);
    };
    stop.addEventListener('abort', onStop);
  });
  try {
    return await Promise.race([attempt, limit]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}
