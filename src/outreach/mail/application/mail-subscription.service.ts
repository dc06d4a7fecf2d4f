import { Injectable } from '@nestjs/common';
import { PreferencesService } from '../../notifications/application/preferences.service.js';
import { SubscriptionService } from '../../notifications/application/subscription.service.js';
import { Clock } from '../../../shared/clock.js';
import { DomainError } from '../../../shared/domain-error.js';
import { Ids } from '../../../shared/ids.js';
import { check } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { MailJobs } from '../domain/mail-jobs.js';
import {
  confirmationDays,
  confirmationPause,
  mailSubscriberRules,
  maxConfirmations,
} from '../domain/mail-subscriber.js';
import { MailSubscriberRepository } from '../domain/mail-subscriber.repository.js';
import { MailTransport } from '../domain/mail-transport.js';
import { MailNotConfigured } from '../domain/mail.errors.js';
import { MailRepository } from '../domain/mail.repository.js';
import type { MailLink } from '../domain/mail-link.repository.js';
import { MailLinks } from './mail-links.js';

const day = 24 * 3_600_000;

/** Subscribes e-mail addresses to changelogs (double opt-in), and follows the links of mails. */
@Injectable()
export class MailSubscriptionService {
  constructor(
    private readonly subscribers: MailSubscriberRepository,
    private readonly mails: MailRepository,
    private readonly links: MailLinks,
    private readonly subscriptions: SubscriptionService,
    private readonly preferences: PreferencesService,
    private readonly transport: MailTransport,
    private readonly jobs: MailJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a mail with a link that subscribes the address to the changelog of a project. Does nothing for an address that is
   * subscribed, to which such a mail was sent within the last hour, or five for all projects: a caller cannot find out which.
   *
   * @throws InvalidInput when it is no e-mail address; MailNotConfigured
   */
  async request(projectId: string, email: string): Promise<void> {
    check({ email }, mailSubscriberRules);
    if (!this.transport.isConfigured) throw new MailNotConfigured();
    const now = this.clock.now();
    const pauseStart = new Date(now.getTime() - confirmationPause);
    await this.unitOfWork.run(async () => {
      if ((await this.subscribers.countRequests(email, pauseStart)) >= maxConfirmations) return;
      const requested = { id: this.ids.next(), projectId, email, requestedAt: now };
      const { subscriber, added } = await this.subscribers.findOrAdd(requested);
      if (subscriber.confirmedAt) return;
      if (!added) {
        if (subscriber.requestedAt > pauseStart) return;
        // A confirmation that was delayed may have been sent within the last hour.
        if (await this.mails.hasConfirmation(subscriber.id, pauseStart)) return;
        await this.subscribers.request(subscriber.id, now);
      }
      const mail = { id: this.ids.next(), kind: 'confirmation', projectId, subjectId: null } as const;
      await this.mails.add([{ ...mail, recipientId: subscriber.id, createdAt: now, dueAt: now }]);
      await this.jobs.send();
    });
  }

  /** Confirms the subscription that a link belongs to. Does nothing if the token is unknown or has expired. */
  async confirm(token: string): Promise<void> {
    const link = await this.links.find(token);
    if (link?.action === 'confirm') await this.subscribers.confirm(link.recipientId, this.clock.now());
  }

  /** Ends the subscription that a link belongs to, or all mails. Does nothing if the token is unknown. */
  async unsubscribe(token: string): Promise<void> {
    const link = await this.links.find(token);
    if (!link) return;
    await this.follow(link).catch((error: unknown) => {
      // What the subscription was to has been deleted.
      if (!(error instanceof DomainError && error.kind === 'not_found')) throw error;
    });
  }

  /** Removes addresses that were not confirmed in time, and links that have expired. */
  async removeUnconfirmed(): Promise<void> {
    await this.links.removeExpired();
    await this.subscribers.removeUnconfirmed(new Date(this.clock.now().getTime() - confirmationDays * day));
  }

  private async follow({ action, projectId, recipientId, feedbackId }: MailLink): Promise<void> {
    if (action === 'end') await this.subscribers.remove(recipientId);
    if (action === 'leave_feedback' || action === 'leave_changelog') {
      await this.subscriptions.unsubscribeWithoutGrant(projectId, feedbackId, recipientId);
    }
    if (action === 'turn_off') await this.preferences.turnOffMail(recipientId);
  }
}
