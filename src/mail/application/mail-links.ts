import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { linkDigest, linkToken } from '../domain/link-token.js';
import { type MailLink, MailLinkRepository } from '../domain/mail-link.repository.js';

/** The absolute URLs of the pages that mails link to. */
export abstract class MailPages {
  abstract urlOf(purpose: MailLink['purpose'], token: string): string;
}

/** Creates and follows the links of mails, which work without signing in. */
@Injectable()
export class MailLinks {
  constructor(
    private readonly links: MailLinkRepository,
    private readonly pages: MailPages,
    private readonly clock: Clock,
  ) {}

  /** Returns the URL of a page that ends a subscription. It works as long as the recipient is known. */
  async unsubscribeUrl(
    projectId: string,
    recipientId: string,
    feedbackId: string | null = null,
  ): Promise<string> {
    return this.urlOf(projectId, { purpose: 'unsubscribe', recipientId, feedbackId }, null);
  }

  /** Returns the URL of a page that confirms a subscription, until it expires. */
  async confirmUrl(
    projectId: string,
    subscriberId: string,
    requestedAt: string,
    expiresAt: Date,
  ): Promise<string> {
    const link = { purpose: 'confirm', recipientId: subscriberId, feedbackId: null } as const;
    return this.urlOf(projectId, link, expiresAt, requestedAt);
  }

  /** Returns what the link of a page does; null if the token is unknown or has expired. */
  async find(
    purpose: MailLink['purpose'],
    token: string,
  ): Promise<(MailLink & { projectId: string }) | null> {
    const link = await this.links.find(linkDigest(token), this.clock.now());
    return link?.purpose === purpose ? link : null;
  }

  private async urlOf(
    projectId: string,
    link: MailLink,
    expiresAt: Date | null,
    request?: string,
  ): Promise<string> {
    const token = linkToken(await this.links.key(), link, projectId, request);
    await this.links.add(linkDigest(token), projectId, link, expiresAt);
    return this.pages.urlOf(link.purpose, token);
  }
}
