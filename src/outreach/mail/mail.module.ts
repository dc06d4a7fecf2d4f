import { Module, type OnModuleInit } from '@nestjs/common';
import { ChangelogModule } from '../../changelog/index.js';
import { NotificationFanOut } from '../notifications/application/notification-fan-out.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PreferencesService } from '../notifications/application/preferences.service.js';
import { Background } from '../../platform/jobs/index.js';
import { Settings, SettingsError } from '../../platform/config/index.js';
import type { Persistence } from '../../platform/persistence/index.js';
import { StoredSecrets } from '../../platform/secrets/index.js';
import { ProjectModule } from '../../project/index.js';
import { EnglishMailTexts } from './application/english-mail-texts.js';
import { EntryMails } from './application/entry-mails.js';
import { MailComposer } from './application/mail-composer.js';
import { MailContentQueries } from './application/mail-content.queries.js';
import { MailLinks, MailPages } from './application/mail-links.js';
import { MailPersonalData } from './application/mail-personal-data.js';
import { MailSender } from './application/mail-sender.js';
import { MailSubscriptionService } from './application/mail-subscription.service.js';
import { SuppressionService } from './application/suppression.service.js';
import { UserMails } from './application/user-mails.js';
import { MailJobs } from './domain/mail-jobs.js';
import { MailLinkRepository } from './domain/mail-link.repository.js';
import { MailSubscriberRepository } from './domain/mail-subscriber.repository.js';
import { HostMailTexts, MailTexts } from './domain/mail-texts.js';
import { HostMailTransport, MailTransport } from './domain/mail-transport.js';
import { MailRepository } from './domain/mail.repository.js';
import { SuppressionRepository } from './domain/suppression.repository.js';
import { MailPagesController } from './http/mail-pages.controller.js';
import { MailSubscribersController } from './http/mail-subscribers.controller.js';
import { MailSuppressionsController } from './http/mail-suppressions.controller.js';
import { ServiceMailPages } from './http/service-mail-pages.js';
import { QueuedMailJobs } from './jobs/queued-mail-jobs.js';
import { SmtpMailTransport } from './network/smtp-mail-transport.js';
import { Mail1763700200000 } from './persistence/migrations/mail-1763700200000.js';
import { MailMetrics } from './persistence/mail-metrics.js';
import { MailKeyEntity, MailLinkEntity } from './persistence/mail-link.entity.js';
import { MailSubscriberEntity } from './persistence/mail-subscriber.entity.js';
import { SqlMailRepository } from './persistence/sql-mail.repository.js';
import { SuppressionEntity } from './persistence/suppression.entity.js';
import { TypeormMailLinkRepository } from './persistence/typeorm-mail-link.repository.js';
import { TypeormMailSubscriberRepository } from './persistence/typeorm-mail-subscriber.repository.js';
import { TypeormSuppressionRepository } from './persistence/typeorm-suppression.repository.js';

const hour = 3_600_000;

/** E-mails to subscribers, and the addresses that no mail is sent to. */
@Module({
  imports: [ProjectModule, ChangelogModule, NotificationsModule],
  controllers: [MailSuppressionsController],
  providers: [
    MailComposer,
    MailLinks,
    MailSender,
    MailPersonalData,
    MailSubscriptionService,
    SuppressionService,
    EntryMails,
    UserMails,
    MailMetrics,
    EnglishMailTexts,
    {
      provide: MailTexts,
      inject: [EnglishMailTexts, { token: HostMailTexts, optional: true }],
      useFactory: (english: MailTexts, ofHost?: MailTexts) => ofHost ?? english,
    },
    SmtpMailTransport,
    {
      provide: MailTransport,
      inject: [SmtpMailTransport, { token: HostMailTransport, optional: true }],
      useFactory: (smtp: MailTransport, ofHost?: MailTransport) => ofHost ?? smtp,
    },
    { provide: MailPages, useClass: ServiceMailPages },
    MailContentQueries,
    { provide: MailRepository, useClass: SqlMailRepository },
    { provide: MailLinkRepository, useClass: TypeormMailLinkRepository },
    { provide: MailSubscriberRepository, useClass: TypeormMailSubscriberRepository },
    { provide: SuppressionRepository, useClass: TypeormSuppressionRepository },
    { provide: MailJobs, useClass: QueuedMailJobs },
  ],
  exports: [MailSubscriptionService, MailTexts],
})
export class MailModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [MailKeyEntity, MailLinkEntity, MailSubscriberEntity, SuppressionEntity],
    migrations: [Mail1763700200000],
  };

  constructor(
    private readonly background: Background,
    private readonly storedSecrets: StoredSecrets,
    private readonly jobs: MailJobs,
    private readonly sender: MailSender,
    private readonly entries: EntryMails,
    private readonly subscriptions: MailSubscriptionService,
    private readonly userMails: UserMails,
    private readonly fanOut: NotificationFanOut,
    private readonly preferences: PreferencesService,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
  ) {}

  /** @throws SettingsError if mails would have links without a host */
  async onModuleInit(): Promise<void> {
    const { publicBaseUrl, mail } = this.settings;
    if (this.transport.isConfigured && publicBaseUrl === undefined && mail.serviceUrl === undefined) {
      throw new SettingsError(
        (nameOf) => `${nameOf('publicBaseUrl')} must be set with a mail transport: mails contain links.`,
      );
    }
    await this.storedSecrets.add('mail_keys', 'key');
    this.jobs.handle({
      send: (signal, onError) => this.sender.sendDue(signal, onError),
      addForEntry: (entry, signal) => this.entries.add(entry, signal),
    });
    this.fanOut.onNotified((notice, users) => this.userMails.add(notice.projectId, users, notice.createdAt));
    this.preferences.onChanged((userId, preferences) => this.userMails.reschedule(userId, preferences));
    this.background.every(hour, 'removing sent mails', () => this.sender.removeSent());
    this.background.every(hour, 'removing unconfirmed subscribers', () =>
      this.subscriptions.removeUnconfirmed(),
    );
  }
}

/** The operations that need no token, which are outside of the path of the other operations. */
@Module({
  imports: [MailModule, ChangelogModule],
  controllers: [MailSubscribersController, MailPagesController],
})
export class PublicMailModule {}
