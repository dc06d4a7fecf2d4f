import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Cache, Caches } from '../../../platform/caches/index.js';
import { isDatabaseUnavailable, Sql } from '../../../platform/persistence/index.js';
import { Clock } from '../../../shared/clock.js';
import { AccessTokenVerifier } from '../domain/access-token-verifier.js';
import type { Caller, Scope } from '../domain/caller.js';
import { isMistypedToken, tokenDigest } from '../../access-tokens/domain/token-text.js';

interface Row {
  id: string;
  user_id: string;
  scope: Scope;
  project_id: string | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  instance_admin: boolean;
}

const minute = 60_000;
const writeEvery = 5_000;

/** Verifies access tokens stored in the database, and records when they were last used: to the minute, in batches. */
@Injectable()
export class StoredAccessTokenVerifier
  extends AccessTokenVerifier
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger(StoredAccessTokenVerifier.name);
  private readonly used = new Map<string, Date>();
  private readonly tokens: Cache<Row>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    super();
    this.tokens = caches.of();
  }

  override async verify(token: string): Promise<Caller | null> {
    if (isMistypedToken(token)) return null;
    const digest = tokenDigest(token);
    const row = await this.tokens.get(digest.toString('latin1'), () =>
      this.sql.readRow<Row>(
        `select t.id, t.user_id, t.scope, t.project_id, t.expires_at, t.last_used_at, u.instance_admin
         from access_tokens t join user_accounts u on u.id = t.user_id
         where t.digest = $1 and u.email_key is not null
         -- The settings may name a string that is a token of somebody's already.
         order by t.bootstrap desc limit 1`,
        [digest],
      ),
    );
    const now = this.clock.now();
    if (!row || (row.expires_at && row.expires_at <= now)) return null;
    const thisMinute = new Date(Math.floor(now.getTime() / minute) * minute);
    if (!row.last_used_at || row.last_used_at < thisMinute) this.used.set(row.id, thisMinute);
    return {
      userId: row.user_id,
      instanceAdmin: row.instance_admin,
      tokenId: row.id,
      scope: row.scope,
      projectId: row.project_id,
      tokenExpiresAt: row.expires_at,
    };
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.writeLastUse(), writeEvery).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeLastUse();
  }

  /** Stores the times of use recorded since the last call. While the database is unavailable, they are kept for the next call. */
  async writeLastUse(): Promise<void> {
    const uses = [...this.used];
    if (uses.length === 0) return;
    this.used.clear();
    try {
      await this.sql.rows(
        `update access_tokens t set last_used_at = uses.at
         from unnest($1::uuid[], $2::timestamptz[]) uses (id, at)
         where t.id = uses.id and (t.last_used_at is null or t.last_used_at < uses.at)`,
        [uses.map(([id]) => id), uses.map(([, at]) => at.toISOString())],
      );
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        for (const [id, at] of uses) if (!this.used.has(id)) this.used.set(id, at);
        return;
      }
      this.logger.warn(
        `Could not store the times at which tokens were last used: ${(error as Error).message}`,
      );
    }
  }
}
