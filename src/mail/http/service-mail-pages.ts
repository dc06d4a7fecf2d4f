import { Injectable } from '@nestjs/common';
import { Layout, Settings } from '../../platform/config/index.js';
import { MailPages } from '../application/mail-links.js';
import type { MailLink } from '../domain/mail-link.repository.js';

/** The pages of this service, below `PUBLIC_BASE_URL`. */
@Injectable()
export class ServiceMailPages extends MailPages {
  private readonly root: string;

  constructor({ mail, publicBaseUrl = '' }: Settings, { path }: Layout) {
    super();
    this.root = mail.serviceUrl ?? [publicBaseUrl, path].filter((part) => part !== '').join('/');
  }

  override urlOf(purpose: MailLink['purpose'], token: string): string {
    return `${this.root}/mail/${purpose}/${token}`;
  }
}
