import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.js';
import { isWebUrl, noWebUrl, TargetUrls } from '../../shared/target-urls.js';
import { isPublicAddress } from './public-address.js';

/** Names that never lead to the internet: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and what systems call themselves. */
const localDomains = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Allows https URLs whose host is not known to be local. If private addresses are allowed, also allows http and all
 * hosts.
 */
@Injectable()
export class PublicTargetUrls extends TargetUrls {
  constructor(private readonly settings: Settings) {
    super();
  }

  override check(url: string): { code: string; detail: string } | null {
    if (!isWebUrl(url)) return noWebUrl;
    if (this.settings.webhookAllowPrivateAddresses) return null;
    // The parser normalizes all spellings of an IPv4 address (`0x7f.1`, `017700000001`).
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:') return noWebUrl;
    const host = hostname.replace(/^\[(.*)\]$|(?<!\.)\.+$/g, '$1');
    const isPublic = isIP(host) > 0 ? isPublicAddress(host) : host.includes('.') && !localDomains.test(host);
    return isPublic
      ? null
      : {
          code: 'private_target',
          detail: 'must not lead to a private or reserved address, or to a local name.',
        };
  }
}
