import { Injectable } from '@nestjs/common';
import { Layout, Settings } from '../../../platform/config/index.js';
import { MailPages } from '../application/mail-links.js';

/** The pages of this service, below `PUBLIC_BASE_URL`. */
@Injectable()
export class ServiceMailPages extends MailPages {
  private readonly root: string;

  constructor({ mail, publicBaseUrl = '' }: Settings, { path }: Layout) {
    super();
    this.root = mail.serviceUrl ?? [publicBaseUrl, path].filter((part) => part !== '').join('/');
  }

  override urlOf(page: 'confirm' | 'unsubscribe', token: string): string {
    return `${this.root}/mail/${page}/${token}`;
  }
}
