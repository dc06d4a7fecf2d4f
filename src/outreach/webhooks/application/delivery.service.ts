import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { chatMessage } from '../domain/chat.js';
import { DeliveryJobs } from '../domain/delivery-jobs.js';
import {
  type ClaimedDelivery,
  type DeliveryLane,
  DeliveryRepository,
} from '../domain/delivery.repository.js';
import { RetrySchedule } from '../domain/retry-schedule.js';
import { type TargetAnswer, TargetClient } from '../domain/target-client.js';
import { WebhookRepository } from '../domain/webhook.repository.js';

/** How long a claimed delivery is reserved for this process, in milliseconds: longer than an attempt can take. */
const leaseTime = 30_000;

/** How long a job of the normal lane waits for an attempt, in milliseconds. */
const maxWait = 1_000;

/** How long a delivery can wait for its job, in milliseconds, until another one is added. */
const overdueAfter = 60_000;

/** How long deliveries are stored, in milliseconds. */
export const retentionTime = 30 * 24 * 3_600_000;

/**
 * Sends events to webhooks and chats. A process sends one delivery at a time to a target. A job only states that a
 * target has due deliveries; the deliveries themselves are stored, and leased while they are attempted.
 *
 * A target that fails or is slow moves to the slow lane, so that unresponsive targets, however many, do not delay
 * others.
 */
@Injectable()
export class DeliveryService {
  /** Ids of the targets that this process is sending to. */
  private readonly active = new Set<string>();
  /** The webhooks for which another job has run in the meantime, because there may be new deliveries. */
  private readonly requested = new Set<string>();
  /** Attempts that have outlived their jobs. */
  private readonly detached = new Set<Promise<void>>();

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: DeliveryJobs,
    private readonly webhooks: WebhookRepository,
    private readonly targets: TargetClient,
    private readonly schedule: RetrySchedule,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the due deliveries of a target, oldest first, for a job. When it resolves, no delivery can be lost, even if
   * the process dies: deliveries that are still pending have another job.
   *
   * @param signal aborts when the current attempt is to be the last one
   */
  async deliver(targetId: string, lane: DeliveryLane, signal: AbortSignal): Promise<void> {
    // The call that is already sending sends the remaining deliveries, or schedules them.
    if (this.active.has(targetId)) return void this.requested.add(targetId);
    this.active.add(targetId);
    let unfinished: { attempt: Promise<boolean> } | null = null;
    try {
      unfinished = await this.sendDue(targetId, lane, signal);
    } finally {
      if (!unfinished) this.active.delete(targetId);
    }
    if (unfinished) this.detach(targetId, unfinished.attempt);
    // If the process dies during a detached attempt, this job continues at the end of the lease.
    await this.scheduleNext(targetId);
  }

  /**
   * Schedules the sending of the target's next pending delivery in the slow lane, for the time when it can be claimed, behind the jobs
   * that wait already. Does nothing when none is pending.
   */
  async scheduleNext(targetId: string): Promise<void> {
    // Usually no delivery is pending, and no transaction is needed.
    if (!(await this.deliveries.nextClaimTime(targetId))) return;
    await this.unitOfWork.run(async () => {
      const runAt = await this.deliveries.lockNextClaimTime(targetId);
      const now = this.clock.now();
      if (runAt) await this.jobs.addAt(targetId, runAt > now ? runAt : now);
    });
  }

  /**
   * Schedules targets whose deliveries have waited for a minute: jobs of several processes can replace each other, and then one of
   * them may end without the next.
   */
  async scheduleOverdue(): Promise<void> {
    const overdue = await this.deliveries.overdueTargets(new Date(this.clock.now().getTime() - overdueAfter));
    for (const targetId of overdue) await this.scheduleNext(targetId);
  }

  /** Resolves when the attempts that have outlived their jobs have ended. */
  async detachedEnded(): Promise<void> {
    await Promise.all(this.detached);
  }

  /** Removes deliveries that are too old. */
  async removeOld(): Promise<void> {
    await this.deliveries.removeOld(new Date(this.clock.now().getTime() - retentionTime));
  }

  /** Returns the last attempt when it has not ended in time for a job of the normal lane. */
  private async sendDue(
    targetId: string,
    lane: DeliveryLane,
    signal: AbortSignal,
  ): Promise<{ attempt: Promise<boolean> } | null> {
    for (let hasNext = true; hasNext && !signal.aborted;) {
      // Before the claim, which sees the deliveries that were requested until now.
      this.requested.delete(targetId);
      const now = this.clock.now();
      const delivery = await this.deliveries.claim(targetId, now, new Date(now.getTime() + leaseTime));
      if (!delivery) return null;
      const attempt = this.attempt(delivery);
      const isQuick = await endsWithin(maxWait, attempt);
      // When the process is about to stop, it waits for its jobs anyway.
      if (lane === 'normal' && !isQuick && !signal.aborted) return { attempt };
      // The slow lane sends the rest, after the targets that wait there.
      if (!(await attempt) || !isQuick) return null;
      hasNext = delivery.hasNext || this.requested.has(targetId);
    }
    return null;
  }

  /** Lets an attempt continue without its job, so that a worker is available for other targets. */
  private detach(targetId: string, attempt: Promise<boolean>): void {
    const end = async (): Promise<void> => {
      // If the attempt throws, the delivery is attempted again after its lease.
      await attempt.catch(() => undefined);
      this.active.delete(targetId);
      await this.scheduleNext(targetId);
    };
    const ended = end()
      .catch(() => undefined)
      .finally(() => this.detached.delete(ended));
    this.detached.add(ended);
  }

  /** Attempts a delivery and stores the outcome. Returns false when the attempt failed. */
  private async attempt(claimed: ClaimedDelivery): Promise<boolean> {
    const at = this.clock.now();
    const answer = await this.post(claimed);
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const loaded = await this.deliveries.load(claimed.id);
      // It has been removed in the meantime, with its webhook or project.
      if (!loaded) return true;
      // The chat is never disabled, because it is part of the configuration.
      const { delivery } = loaded;
      // What the former URL answers says nothing about the present one.
      const webhook = loaded.webhook?.url === claimed.webhook?.url ? loaded.webhook : null;
      const { failingSince, enabled } = webhook ?? {};
      const isDelivered = !answer || answer.error === '';
      if (!answer) {
        delivery.giveUp();
      } else if (isDelivered) {
        delivery.succeeded({ at, ...answer });
        webhook?.succeeded();
      } else if (webhook && answer.statusCode === 410) {
        delivery.giveUp({ at, ...answer });
        webhook.gone();
      } else {
        delivery.failed({ at, ...answer }, this.schedule, now);
        webhook?.failed(answer.error, now, delivery.status === 'failed');
      }
      await this.deliveries.save(delivery);
      if (webhook && (webhook.failingSince !== failingSince || webhook.enabled !== enabled)) {
        await this.webhooks.save(webhook);
      }
      return isDelivered;
    });
  }

  /** Posts the event to the target. Returns null when the target accepts no deliveries. */
  private async post({ event, isTest, webhook, chat }: ClaimedDelivery): Promise<TargetAnswer | null> {
    if (chat) return this.targets.postMessage(chat.url, chatMessage(chat, chat, event));
    if (!webhook || !(webhook.enabled || isTest)) return null;
    return this.targets.postEvent(
      { url: webhook.url, secrets: webhook.secretsAt(this.clock.now()) },
      { id: event.id, body: JSON.stringify(event) },
    );
  }
}

/** Returns whether the promise is settled within a time in milliseconds. */
async function endsWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, timeout]);
  clearTimeout(timer);
  return result;
}
