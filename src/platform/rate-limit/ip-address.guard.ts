import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiter } from './rate-limiter.js';

/** Limits the requests of each IP address, on routes that need no token. */
@Injectable()
export class IpAddressGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await this.limiter.admitAddress(http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }
}
