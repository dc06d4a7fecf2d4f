import {
  type CallHandler,
  type DynamicModule,
  type ExecutionContext,
  Injectable,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../persistence/index.js';
import { RecentWrites } from '../replicas/index.js';
import type { KeyedRequest } from './idempotency.js';
import { Problem } from './problem.js';

/**
 * Lets GET and HEAD read at replicas, once the guards have decided at the primary. Whoever has just changed something reads
 * at the primary until the replicas have it, and so does who asks with `Cache-Control: no-cache` (RFC 9111 §5.2.1.4).
 */
@Injectable()
class ReplicaReads implements NestInterceptor {
  private readonly writes = new RecentWrites();

  constructor(private readonly database: Database) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { method, headers, keyOwner: user } = context.switchToHttp().getRequest<KeyedRequest>();
    const { replicas } = this.database;
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

/** To be imported before all modules with interceptors: a write is over when all of them are. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: ReplicaReads }] })
class ReplicaReadsModule {}

/** Nothing where there are no replicas, so that requests have no part of it. */
export function replicaReads(urls: readonly string[]): (typeof ReplicaReadsModule | DynamicModule)[] {
  return urls.length > 0 ? [ReplicaReadsModule] : [];
}
