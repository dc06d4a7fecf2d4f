import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Sql } from './sql.js';

/** The answer to a request, as it is given again to a retry. */
export interface KeptAnswer {
  /** Digest of the body of the request. */
  readonly request: Buffer;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** JSON; null where the answer had no body. */
  readonly body: string | null;
}

const keptFor = 24 * 60 * 60_000;
const removeEvery = 10 * 60_000;
const batch = 1000;

/**
 * Answers by the id of their idempotency key (32 random-looking bytes), for 24 hours. `reserve`, `find` and `keep` are
 * called in this order in the unit of work that makes the answer: so the answer is there exactly when what it tells of is.
 */
@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeys.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps all others off the key until the transaction ends, however it ends; false where somebody else does so.
   *
   * The embedded database runs one transaction after the other, so there the others wait instead, and find the answer.
   */
  async reserve(id: Buffer): Promise<boolean> {
    // A lock on its own, not on a row: there is none yet. What `find` sees has to be younger than the lock, so it is
    // another statement.
    const row = await this.sql.row<{ reserved: boolean }>('select pg_try_advisory_xact_lock($1) reserved', [
      id.readBigInt64BE().toString(),
    ]);
    return row?.reserved === true;
  }

  /** The answer that was kept in the last 24 hours, or null. */
  async find(id: Buffer): Promise<KeptAnswer | null> {
    return this.sql.row<KeptAnswer>(
      'select request, status, headers, body from idempotency_keys where id = $1 and created_at > $2',
      [id, this.expired()],
    );
  }

  /** Keeps an answer, in place of one that is too old. */
  async keep(id: Buffer, { request, status, headers, body }: KeptAnswer): Promise<void> {
    await this.sql.rows(
      `insert into idempotency_keys (id, request, status, headers, body, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set request = excluded.request, status = excluded.status,
         headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
      [id, request, status, JSON.stringify(headers), body, this.clock.now().toISOString()],
    );
  }

  /** Removes what is too old, in small transactions; any number of processes may do so at once. */
  async removeExpired(): Promise<void> {
    for (let removed = batch; removed === batch;) {
      const rows = await this.sql.rows(
        `delete from idempotency_keys where id in (
           select id from idempotency_keys where created_at <= $1
           order by created_at limit ${batch} for update skip locked)
         returning 1`,
        [this.expired()],
      );
      removed = rows.length;
    }
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.removeExpired().catch((error: unknown) =>
        this.logger.warn(`Could not remove old idempotency keys: ${(error as Error).message}`),
      );
    }, removeEvery).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private expired(): string {
    return new Date(this.clock.now().getTime() - keptFor).toISOString();
  }
}
