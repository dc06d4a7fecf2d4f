import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiter } from '../../platform/rate-limit/index.js';

/** Limits the requests of each address. Only successful responses may be cached. */
@Injectable()
export class PublicAttachmentGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    await this.limiter.admitAddress(http.getRequest<Request>(), response);
    return true;
  }
}
