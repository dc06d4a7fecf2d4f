import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/environment.js';
import { TargetUrls } from '../domain/target-urls.js';

/** Allows https URLs, and http ones where private addresses are allowed. */
@Injectable()
export class PublicTargetUrls extends TargetUrls {
  constructor(private readonly environment: Environment) {
    super();
  }

  override fault(url: string): { code: string; detail: string } | null {
    const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
    const isAllowed =
      protocol === 'https:' || (protocol === 'http:' && this.environment.webhookAllowPrivateAddresses);
    return isAllowed ? null : { code: 'invalid_url', detail: 'must be an https URL.' };
  }
}
