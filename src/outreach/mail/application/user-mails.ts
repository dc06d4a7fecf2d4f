import { Injectable } from '@nestjs/common';
import type { NotifiedUser } from '../../notifications/application/notification-fan-out.js';
import type { PreferencesRecord } from '../../notifications/domain/preferences.js';
import { Clock } from '../../../shared/clock.js';
import { Ids } from '../../../shared/ids.js';
import { MailJobs } from '../domain/mail-jobs.js';
import { MailTransport } from '../domain/mail-transport.js';
import { MailRepository } from '../domain/mail.repository.js';
import { nextDigestAt } from '../domain/next-digest.js';

/** Adds the mails about notifications: one for each, or a digest, as their users prefer. */
@Injectable()
export class UserMails {
  constructor(
    private readonly transport: MailTransport,
    private readonly mails: MailRepository,
    private readonly jobs: MailJobs,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the mails in the unit of work that adds the notifications.
   *
   * @param createdAt time of the event that the notifications are about
   */
  async add(projectId: string, users: readonly NotifiedUser[], createdAt: Date): Promise<void> {
    if (!this.transport.isConfigured) return;
    const now = this.clock.now();
    const mails = users.flatMap(({ id, userId, mail, timeZone }) => {
      if (mail === 'off') return [];
      const isDigest = mail !== 'each';
      return {
        id: this.ids.next(),
        kind: isDigest ? ('digest' as const) : ('notification' as const),
        projectId,
        recipientId: userId,
        subjectId: isDigest ? null : id,
        createdAt,
        dueAt: isDigest ? nextDigestAt(mail, timeZone, now) : now,
      };
    });
    if (mails.length === 0) return;
    await this.mails.add(mails);
    // Also for digests: the job schedules the next one.
    await this.jobs.send();
  }

  /**
   * Reschedules the digests that wait, in the unit of work that changes preferences. If single mails replace them, they are due at
   * once.
   */
  async reschedule(userId: string, { mail, time_zone: timeZone }: PreferencesRecord): Promise<void> {
    if (!this.transport.isConfigured || mail === 'off') return;
    const now = this.clock.now();
    const dueAt = mail === 'each' ? now : nextDigestAt(mail, timeZone, now);
    if (await this.mails.rescheduleDigests(userId, dueAt, now)) await this.jobs.send();
  }
}
