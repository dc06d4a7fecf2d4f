import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../persistence/index.js';
import { RecentWrites } from '../replicas/index.js';
import type { IdentifiedRequest } from './access.guard.js';
import { Problem } from './problem.js';

/**
 * Runs GET and HEAD requests on replicas. Guards have used the primary. A user's reads stay on the primary until the
 * replicas have the user's last write, as do reads with `Cache-Control: no-cache` (RFC 9111 §5.2.1.4).
 */
@Injectable()
export class ReplicaReads implements NestInterceptor {
  private readonly writes = new RecentWrites();

  constructor(private readonly database: Database) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { replicas } = this.database;
    const { method, headers, userId: user } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (user === undefined || !replicas) return next.handle();
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    if (method !== 'GET' && method !== 'HEAD') return from(this.write(user, handle));
    if (/(^|,)\s*no-cache\s*(,|$)/i.test(headers['cache-control'] ?? '')) return next.handle();
    return from(replicas.read(this.writes.last({ user }), handle, (error) => error instanceof Problem));
  }

  private async write(user: string, handle: () => Promise<unknown>): Promise<unknown> {
    try {
      return await handle();
    } finally {
      this.writes.note({ user });
    }
  }
}
