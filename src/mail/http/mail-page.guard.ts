import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiter } from '../../platform/rate-limit/index.js';

/** Limits the requests of each address, which slows down guessing tokens. */
@Injectable()
export class MailPageGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.limiter.admitAddress(http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }
}
