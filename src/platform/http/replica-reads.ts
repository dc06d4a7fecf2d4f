import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Replicas } from '../replicas/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { Problem } from '../problems/index.js';

/**
 * Runs GET and HEAD requests on replicas. Guards have used the primary. A user's reads stay on the primary until the
 * replicas have the user's last write, as do reads with `Cache-Control: no-cache` (RFC 9111 §5.2.1.4).
 */
@Injectable()
export class ReplicaReads implements NestInterceptor {
  constructor(private readonly replicas: Replicas) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, headers, userId } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (userId === undefined) return next.handle();
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    if (method !== 'GET' && method !== 'HEAD') return from(this.replicas.write(userId, handle));
    if (/(^|,)\s*no-cache\s*(,|$)/i.test(headers['cache-control'] ?? '')) return next.handle();
    return from(this.replicas.read(userId, handle, (error) => error instanceof Problem));
  }
}
