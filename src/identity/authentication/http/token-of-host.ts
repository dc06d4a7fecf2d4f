import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../../platform/config/index.js';
import { httpProblems } from '../../../platform/problems/index.js';
import { isBearer, isSetByHost } from './bearer.strategy.js';

/** Methods whose requests change nothing (RFC 9110 §9.2.1). */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Takes tokens from where the application around the service has them, such as cookies, and protects these against requests
 * that other web sites forge (CSRF): browsers send cookies along with them.
 */
@Injectable()
export class TokenOfHost {
  constructor(private readonly settings: Settings) {}

  /**
   * Sets the `Authorization` header of a request that has no bearer token to the token of `tokenFrom`, as a middleware of the
   * application could.
   *
   * @throws Problem 403 for a write with such a token from a page of another origin
   */
  async apply(request: Request): Promise<void> {
    const { tokenFrom } = this.settings.authentication;
    if (tokenFrom && !isBearer(request.headers.authorization)) {
      const token: unknown = await tokenFrom(request);
      if (typeof token === 'string' && token !== '') request.headers.authorization = `Bearer ${token}`;
      else if (token !== '' && token !== null && token !== undefined) {
        throw new Error('authentication.tokenFrom must return a string, null or undefined.');
      }
    }
    if (safeMethods.includes(request.method) || !isSetByHost(request)) return;
    if (!isFromTrustedPage(request, this.settings)) throw httpProblems.untrustedOrigin;
  }
}

/**
 * Returns whether a request comes from a page of the same origin or of a trusted one, or from no page. Browsers send
 * `Sec-Fetch-Site` (Fetch Metadata) to `https` and `localhost`, and `Origin` (RFC 6454 §7) with all requests that are not safe.
 * Other clients send neither. `CrossOriginProtection` of Go's net/http decides in the same way.
 */
function isFromTrustedPage(request: Request, { authentication, publicBaseUrl }: Settings): boolean {
  const origin = request.get('origin');
  if (origin !== undefined && authentication.trustedOrigins.includes(origin)) return true;
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  // The opaque origin is `null`, which is no URL.
  if (!URL.canParse(origin)) return false;
  if (publicBaseUrl !== undefined && new URL(publicBaseUrl).origin === origin) return true;
  const { protocol, host } = new URL(origin);
  // The scheme of the page, because a proxy that terminates TLS need not pass on the request's scheme.
  const target = `${protocol}//${request.host}`;
  return URL.canParse(target) && new URL(target).host === host;
}
