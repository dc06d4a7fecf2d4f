import { Injectable } from '@nestjs/common';
import { EventQueries } from '../../events/index.js';
import { ProjectQueries } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import type { EventRecord } from '../../shared/events.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { chatMessage } from '../domain/chat.js';
import {
  type ClaimedDelivery,
  type DeliveryLane,
  DeliveryRepository,
} from '../domain/delivery.repository.js';
import { RetrySchedule } from '../domain/retry-schedule.js';
import { type TargetAnswer, TargetClient } from '../domain/target-client.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { testEventType } from './webhook.service.js';

/** How long a claimed delivery is reserved for this process, in milliseconds: longer than an attempt can take. */
const leaseTime = 30_000;

/** How long a job of the normal lane waits for an attempt, in milliseconds. */
const maxWait = 1_000;

/** How long deliveries are stored, in milliseconds. */
const retentionTime = 30 * 24 * 3_600_000;

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
  /** Attempts that have outlived their jobs. */
  private readonly detached = new Set<Promise<void>>();

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly webhooks: WebhookRepository,
    private readonly events: EventQueries,
    private readonly targets: TargetClient,
    private readonly projects: ProjectQueries,
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
    // The call that is already sending schedules the remaining deliveries.
    if (this.active.has(targetId)) return;
    this.active.add(targetId);
    let unfinished: { attempt: Promise<boolean> } | null = null;
    try {
      unfinished = await this.sendDue(targetId, lane, signal);
    } finally {
      if (!unfinished) this.active.delete(targetId);
    }
    if (unfinished) this.detach(targetId, unfinished.attempt);
    // If the process dies during a detached attempt, this job continues at the end of the lease.
    await this.deliveries.scheduleNext(targetId);
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
    while (!signal.aborted) {
      const now = this.clock.now();
      const delivery = await this.deliveries.claim(targetId, now, new Date(now.getTime() + leaseTime));
      if (!delivery) return null;
      const attempt = this.attempt(delivery);
      // When the process is about to stop, it waits for its jobs anyway.
      if (lane === 'normal' && !(await endsWithin(maxWait, attempt)) && !signal.aborted) return { attempt };
      // The slow lane sends the rest.
      if (!(await attempt) && lane === 'normal') return null;
    }
    return null;
  }

  /** Lets an attempt continue without its job, so that a worker is available for other targets. */
  private detach(targetId: string, attempt: Promise<boolean>): void {
    const end = async (): Promise<void> => {
      // If the attempt throws, the delivery is attempted again after its lease.
      await attempt.catch(() => undefined);
      this.active.delete(targetId);
      await this.deliveries.scheduleNext(targetId);
    };
    const ended = end()
      .catch(() => undefined)
      .finally(() => this.detached.delete(ended));
    this.detached.add(ended);
  }

  /** Attempts a delivery and stores the outcome. Returns false when the attempt failed. */
  private async attempt({ id, projectId, webhookId, eventId }: ClaimedDelivery): Promise<boolean> {
    const at = this.clock.now();
    const event = await this.events.find(eventId);
    const answer =
      event && (await (webhookId === null ? this.postToChat(event) : this.post(webhookId, event)));
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      // The chat is never disabled, because it is part of the configuration.
      const webhook = webhookId === null ? null : await this.webhooks.load(projectId, webhookId);
      const { failingSince, enabled } = webhook ?? {};
      const delivery = await this.deliveries.load(id);
      // It has been removed in the meantime, with its webhook or project.
      if (!delivery) return true;
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
        webhook?.failed(answer.error, now);
      }
      await this.deliveries.save(delivery);
      if (webhook && (webhook.failingSince !== failingSince || webhook.enabled !== enabled)) {
        await this.webhooks.save(webhook);
      }
      return isDelivered;
    });
  }

  /** Returns null when the webhook accepts no deliveries. */
  private async post(webhookId: string, event: EventRecord): Promise<TargetAnswer | null> {
    const webhook = await this.unitOfWork.run(() => this.webhooks.load(event.project_id, webhookId));
    if (!webhook || !(webhook.enabled || event.type === testEventType)) return null;
    return this.targets.postEvent(
      { url: webhook.url, secrets: webhook.secretsAt(this.clock.now()) },
      { id: event.id, body: JSON.stringify(event) },
    );
  }

  /** Returns null when the chat is off. */
  private async postToChat(event: EventRecord): Promise<TargetAnswer | null> {
    const [config, project] = [
      await this.projects.config(event.project_id),
      await this.projects.find(event.project_id),
    ];
    const { integration_chat_webhook: url = '', integration_chat_role_id: roleId = '' } =
      config?.record ?? {};
    if (!config?.record.integration_chat_status || url === '' || !project) return null;
    return this.targets.postMessage(url, chatMessage({ url, roleId }, project.record, event));
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
