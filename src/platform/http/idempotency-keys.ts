import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Background } from '../jobs/index.js';
import { Sql } from '../persistence/index.js';

/** The response to a request, which is returned again to a retry. */
export interface StoredResponse {
  /** Digest of the body of the request. */
  readonly request: Buffer;
  /** Digest of the rights of the caller; null in rows of releases that did not store it. */
  readonly access: Buffer | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** JSON; null where the answer had no body. */
  readonly body: string | null;
}

/** An idempotency key of a user. */
export interface IdempotencyKey {
  /** Digest of the user, the operation and the key. */
  readonly id: Buffer;
  readonly userId: string;
}

export const keptFor = 24 * 60 * 60_000;
const removeEvery = 10 * 60_000;
const batch = 1000;

/**
 * Keeps answers for 24 hours, by the id of their idempotency key (32 bytes). `reserve`, `find` and `keep` are called in this
 * order in the unit of work of the request, so that the answer is stored together with what the request changed.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    background: Background,
  ) {
    background.every(removeEvery, 'removing old idempotency keys', () => this.removeExpired());
  }

  /**
   * Locks the key until the transaction ends. Returns false when another transaction has locked it.
   *
   * The embedded database runs one transaction after the other, so there the second request waits, and finds the answer.
   */
  async reserve(id: Buffer): Promise<boolean> {
    // No row exists yet, so the lock is an advisory one. What `find` sees has to be younger than the lock, so it is a
    // separate statement.
    const row = await this.sql.row<{ reserved: boolean }>('select pg_try_advisory_xact_lock($1) reserved', [
      id.readBigInt64BE().toString(),
    ]);
    return row?.reserved === true;
  }

  /** Returns the answer that was kept in the last 24 hours, or null. */
  async find(id: Buffer): Promise<StoredResponse | null> {
    return this.sql.row<StoredResponse>(
      'select request, access, status, headers, body from idempotency_keys where id = $1 and created_at > $2',
      [id, this.expired()],
    );
  }

  /** Stores the answer to a user, and replaces one that has expired. */
  async keep(
    { id, userId }: IdempotencyKey,
    { request, access, status, headers, body }: StoredResponse,
  ): Promise<void> {
    await this.sql.rows(
      `insert into idempotency_keys (id, user_id, request, access, status, headers, body, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set request = excluded.request, access = excluded.access,
         status = excluded.status, headers = excluded.headers, body = excluded.body,
         created_at = excluded.created_at`,
      [id, userId, request, access, status, JSON.stringify(headers), body, this.clock.now().toISOString()],
    );
  }

  /** Removes expired answers in small transactions. Any number of processes may do so at once. */
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

  /**
   * Removes the answers to a user, and those that contain the id of the user. Their requests run again if repeated. All answers
   * are read, in parts: together, they may be larger than what one statement can read in its time.
   */
  async removeOfUser(userId: string): Promise<void> {
    let last: Buffer | null = Buffer.alloc(0);
    while (last !== null) {
      const row: { last: Buffer | null } | null = await this.sql.row(
        `with part as (
           select id, user_id = $1::uuid or strpos(body, $1::text) > 0 as concerns_user
           from idempotency_keys where id > $2 order by id limit ${batch}
         ), removed as (
           delete from idempotency_keys where id in (select id from part where concerns_user)
         )
         select (select id from part order by id desc limit 1) as last`,
        [userId, last],
      );
      last = row?.last ?? null;
    }
  }

  private expired(): string {
    return new Date(this.clock.now().getTime() - keptFor).toISOString();
  }
}
