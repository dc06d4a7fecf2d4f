import { Injectable } from '@nestjs/common';
import { ProjectQueries } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import type { EventRecord } from '../../shared/events.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { chatMessage } from '../domain/chat.js';
import { DeliveryRepository, type DueDelivery } from '../domain/delivery.repository.js';
import { RetrySchedule } from '../domain/retry-schedule.js';
import { type TargetAnswer, TargetClient } from '../domain/target-client.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { testEventType } from './webhook.service.js';

/** How long a claimed delivery is left to its process, in milliseconds: longer than an attempt can take. */
const leaseTime = 30_000;

/** How long an attempt may hold a place among the normal ones, in milliseconds. */
const patience = 1_000;

/** Deliveries are kept for so long, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** A target that is being looked after in this process. */
interface Drain {
  /** Something came in since it last looked. */
  again: boolean;
  /** The target is slow or failing, so the rest is left to those who send slowly. */
  leftToSlow: boolean;
  /** Whether a job of the queue waits for its end, and so would be run again if the process died. */
  covered: boolean;
  readonly ended: Promise<void>;
}

/**
 * Sends events to webhooks and chats. Jobs only wake it up for a target; what is to be sent stands in the stored
 * deliveries. So that targets which hang hold nobody up, a process looks after each target only once at a time, however
 * many jobs ask for it, and leaves those that fail or take long to the slow lane.
 */
@Injectable()
export class DeliveryService {
  private readonly drains = new Map<string, Drain>();

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly webhooks: WebhookRepository,
    private readonly targets: TargetClient,
    private readonly projects: ProjectQueries,
    private readonly schedule: RetrySchedule,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends what is due to a target, oldest first, one after the other. It resolves when it is certain that nothing can be
   * forgotten, even if the process dies: when all is done, when another call is at it, or when a slow target has been
   * left to the slow lane.
   *
   * @param stopping whether to end after the attempt that is under way
   */
  async drain(targetId: string, lane: 'normal' | 'slow', stopping: () => boolean): Promise<void> {
    for (let other; (other = this.drains.get(targetId));) {
      if (other.covered) {
        other.again = true;
        return;
      }
      if (lane === 'normal') return this.deliveries.wakeLater(targetId);
      other.covered = true;
      await settled(other.ended);
    }
    await this.begin(targetId, lane, stopping);
  }

  /** Resolves when the attempts have ended that no call of `drain` waits for. Those that one waits for go on. */
  async settled(): Promise<void> {
    const uncovered = [...this.drains.values()].filter(({ covered }) => !covered);
    await Promise.all(uncovered.map(({ ended }) => settled(ended)));
  }

  /** Removes deliveries that are too old. */
  async removeOld(): Promise<void> {
    await this.deliveries.removeOld(new Date(this.clock.now().getTime() - keptFor));
  }

  private async begin(targetId: string, lane: 'normal' | 'slow', stopping: () => boolean): Promise<void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const drain: Drain = {
      again: false,
      leftToSlow: false,
      covered: true,
      // Begins when the drain stands in the map.
      ended: Promise.resolve().then(async () => {
        try {
          do {
            drain.again = false;
            await this.sendDue(targetId, lane, drain, stopping, release);
          } while (drain.again && !drain.leftToSlow && !stopping());
        } finally {
          // At once, with nothing awaited since it looked: whoever comes from now on begins a drain of their own.
          this.drains.delete(targetId);
        }
        await this.deliveries.wakeLater(targetId);
      }),
    };
    this.drains.set(targetId, drain);
    if (await Promise.race([drain.ended.then(() => true), released.then(() => false)])) return;
    // The attempt goes on without the job. Should the process die, a later one looks after the delivery.
    drain.covered = false;
    await this.deliveries.wakeLater(targetId);
  }

  private async sendDue(
    targetId: string,
    lane: 'normal' | 'slow',
    drain: Drain,
    stopping: () => boolean,
    release: () => void,
  ): Promise<void> {
    while (!stopping() && !drain.leftToSlow) {
      const now = this.clock.now();
      const due = await this.deliveries.claim(targetId, now, new Date(now.getTime() + leaseTime));
      if (!due) return;
      const timer = setTimeout(() => {
        if (lane === 'slow' || stopping()) return;
        drain.leftToSlow = true;
        release();
      }, patience);
      try {
        const isFine = await this.attempt(due);
        if (!isFine && lane === 'normal') drain.leftToSlow = true;
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** Tries to deliver, and stores what came of it. False where it failed. */
  private async attempt(due: DueDelivery): Promise<boolean> {
    const at = this.clock.now();
    const answer =
      due.webhookId === null ? await this.tellChat(due.event) : await this.tell(due.webhookId, due.event);
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      // A chat has no health: it belongs to the configuration.
      const webhook =
        due.webhookId === null ? null : await this.webhooks.load(due.event.project_id, due.webhookId);
      const { failingSince, enabled } = webhook ?? {};
      const delivery = await this.deliveries.load(due.id);
      // Removed meanwhile, with its webhook or project.
      if (!delivery) return true;
      const isFine = !answer || answer.error === '';
      if (!answer) {
        delivery.giveUp();
      } else if (isFine) {
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
      return isFine;
    });
  }

  /** Null where the webhook takes nothing any more. */
  private async tell(webhookId: string, event: EventRecord): Promise<TargetAnswer | null> {
    const webhook = await this.unitOfWork.run(() => this.webhooks.load(event.project_id, webhookId));
    if (!webhook || !(webhook.enabled || event.type === testEventType)) return null;
    return this.targets.postEvent(
      { url: webhook.url, secrets: webhook.secretsAt(this.clock.now()) },
      { id: event.id, body: JSON.stringify(event) },
    );
  }

  /** Null where the chat is off. */
  private async tellChat(event: EventRecord): Promise<TargetAnswer | null> {
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

/** Resolves when the promise is settled, however. */
async function settled(promise: Promise<void>): Promise<void> {
  await promise.catch(() => undefined);
}
