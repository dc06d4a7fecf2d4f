import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Replicas } from '../replicas/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { Problem } from '../problems/index.js';

/** Returns whether a request is a read that may see older data: it has no `Cache-Control: no-cache` (RFC 9111 §5.2.1.4). */
export function mayReadReplica({ method, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/(^|,)\s*no-cache\s*(,|$)/i.test(headers['cache-control'] ?? '');
}

/**
 * Runs GET and HEAD requests on replicas. Guards have used the primary. A user's reads stay on the primary until the
 * replicas have the user's last write, as do reads with `Cache-Control: no-cache`. Those without a token use replicas during an
 * outage of the primary only.
 */
@Injectable()
export class ReplicaReads implements NestInterceptor {
  constructor(private readonly replicas: Replicas) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const { method, userId } = request;
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    if (mayReadReplica(request)) {
      return from(this.replicas.read(userId, handle, (error) => error instanceof Problem));
    }
    const writes = userId !== undefined && method !== 'GET' && method !== 'HEAD';
    return writes ? from(this.replicas.write(userId, handle)) : next.handle();
  }
}
