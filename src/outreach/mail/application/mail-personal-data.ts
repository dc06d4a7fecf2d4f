import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../../identity/index.js';
import { MailLinkRepository } from '../domain/mail-link.repository.js';
import { MailSubscriberRepository } from '../domain/mail-subscriber.repository.js';
import { MailRepository } from '../domain/mail.repository.js';

/** The mails to users, and their subscriptions by e-mail. */
@Injectable()
export class MailPersonalData extends PersonalData {
  override readonly order = 800;

  constructor(
    private readonly subscribers: MailSubscriberRepository,
    private readonly mails: MailRepository,
    private readonly links: MailLinkRepository,
  ) {
    super();
  }

  override async beforeAnonymize({ userId }: Erasure): Promise<void> {
    await this.subscribers.removeOfUser(userId);
  }

  override async erase({ userId }: Erasure): Promise<void> {
    await this.mails.removeAllTo(userId);
    await this.links.removeAllOf(userId);
  }
}
