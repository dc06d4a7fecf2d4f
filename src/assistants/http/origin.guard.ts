import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../platform/config/index.js';
import { Problem } from '../../platform/problems/index.js';

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Rejects requests of pages of other origins, as MCP requires against DNS rebinding. Programs send no `Origin`. The host of
 * the request proves nothing: in an attack by DNS rebinding, it is the page's host.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly allowed: ReadonlySet<string>;

  constructor({ corsOrigins, trustedOrigins, publicBaseUrl }: Settings) {
    const own = publicBaseUrl === undefined ? [] : [new URL(publicBaseUrl).origin];
    this.allowed = new Set([...corsOrigins, ...trustedOrigins, ...own]);
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const { origin, host } = headers;
    if (origin === undefined || this.allowed.has(origin) || this.allowed.has('*')) return true;
    if (loopback.test(origin) && new URL(origin).host === host) return true;
    throw new Problem(403, 'origin_not_allowed', {
      detail: 'Pages of this origin may not call tools. CORS_ORIGINS lists the origins that may.',
    });
  }
}
