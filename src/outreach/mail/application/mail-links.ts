import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { linkDigest, linkToken } from '../domain/link-token.js';
import { type MailLink, MailLinkRepository } from '../domain/mail-link.repository.js';

/** The absolute URLs of the pages that mails link to. */
export abstract class MailPages {
  abstract urlOf(page: 'confirm' | 'unsubscribe', token: string): string;
}

/** Creates and finds the links of mails, which work without signing in. */
@Injectable()
export class MailLinks {
  constructor(
    private readonly links: MailLinkRepository,
    private readonly pages: MailPages,
    private readonly clock: Clock,
  ) {}

  /** Returns the URL of a page that ends a subscription. It works as long as the recipient is known. */
  async unsubscribeUrl(link: MailLink): Promise<string> {
    return this.pages.urlOf('unsubscribe', await this.tokenOf(link, null));
  }

  /** Returns the URL of a page that confirms a subscription, until it expires. */
  async confirmUrl(
    projectId: string,
    subscriberId: string,
    requestedAt: string,
    expiresAt: Date,
  ): Promise<string> {
    const link: MailLink = { action: 'confirm', projectId, recipientId: subscriberId, feedbackId: null };
    return this.pages.urlOf('confirm', await this.tokenOf(link, expiresAt, requestedAt));
  }

  /** Returns what the link with this token does; null if the token is unknown or has expired. */
  async find(token: string): Promise<MailLink | null> {
    return this.links.find(linkDigest(token), this.clock.now());
  }

  /** Removes links that have expired. */
  async removeExpired(): Promise<void> {
    await this.links.removeExpired(this.clock.now());
  }

  private async tokenOf(link: MailLink, expiresAt: Date | null, request?: string): Promise<string> {
    const token = linkToken(await this.links.key(), link, request);
    await this.links.add(linkDigest(token), link, expiresAt);
    return token;
  }
}
