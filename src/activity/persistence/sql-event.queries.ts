import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/index.js';
import { isoTimestamp, Sql } from '../../platform/persistence/index.js';
import { Clock } from '../../shared/clock.js';
import type { EventRecord } from '../../shared/events.js';
import type { Page, PageRequest } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { EventQueries } from '../application/event.queries.js';
import { EventsGone, UnknownEvent } from '../domain/activity.errors.js';

/** The fields of an event as it is told, of the table `events e`. */
export const eventRecord = `e.id, e.type, ${isoTimestamp('e.created_at')} as timestamp, e.project_id, e.actor_id, e.data, e.previous`;

/** SQL that stores an event: its values are id, project, type, time, actor, `data` and `previous` as JSON, and `in_feed`. */
export function insertEvent(): string {
  return `insert into events (id, project_id, type, created_at, actor_id, data, previous, in_feed)
    select $1, $2, $3, $4, $5, $6, $7, $8`;
}

/** Events that get their place in one transaction. */
const batch = 1_000;

// One number for all processes on a database; any 64-bit number will do.
const placingLock = '7310912846501298474';

const day = 86_400_000;

/**
 * Events are read in the order of their positions. An event gets its position after its commit, from whoever holds the
 * lock: so no position turns up below one that somebody has read already, as ids and sequence numbers do, which are taken
 * before the commit.
 */
@Injectable()
export class SqlEventQueries extends EventQueries {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    super();
  }

  override async feed(
    projectId: string,
    types: readonly string[] | undefined,
    { limit, after }: PageRequest,
  ): Promise<Page<EventRecord>> {
    const position = after ? await this.positionOf(projectId, after[0] ?? '') : '0';
    const records = await (types === undefined
      ? this.sql.rows<EventRecord>(
          `select ${eventRecord} from events e where e.project_id = $1 and e.position > $2
           order by e.position limit ${limit}`,
          [projectId, position],
        )
      : // Each type by its own index: a rare one is found among ten million others.
        this.sql.rows<EventRecord>(
          `select ${eventRecord} from (select distinct unnest($3::text[]) as type) t cross join lateral (
             select * from events where project_id = $1 and type = t.type and position > $2
             order by position limit ${limit}
           ) e order by e.position limit ${limit}`,
          [projectId, position, types],
        ));
    const last = records.at(-1);
    return { records, ...(last ? { next: [last.id] } : {}) };
  }

  override async find(id: string): Promise<EventRecord | null> {
    return this.sql.row<EventRecord>(`select ${eventRecord} from events e where e.id = $1`, [id]);
  }

  /**
   * Gives all events that were committed until now their positions. Where somebody else is at it, it waits, or with
   * `orSkip` leaves it to them.
   */
  async place(orSkip = false): Promise<void> {
    for (let placed = batch; placed === batch;) placed = await this.placeBatch(orSkip);
  }

  /** Removes events that are too old and wait for no delivery, in small transactions. */
  async removeOld(): Promise<void> {
    for (let removed = batch; removed === batch;) {
      const rows = await this.sql.rows(
        `delete from events where id in (
           select e.id from events e
           where e.created_at < $1 and not exists (select from deliveries d where d.event_id = e.id)
           order by e.created_at limit ${batch} for update skip locked)
         returning 1`,
        [this.oldest().toISOString()],
      );
      removed = rows.length;
    }
  }

  private async placeBatch(orSkip: boolean): Promise<number> {
    const waiting = await this.sql.row('select from events where position is null and in_feed limit 1');
    if (!waiting) return 0;
    return this.unitOfWork.run(async () => {
      // A statement of its own: what the next one sees has to be younger than the lock.
      const lock = await this.sql.row<{ held: boolean }>(
        orSkip
          ? `select pg_try_advisory_xact_lock(${placingLock}) as held`
          : `select true as held from pg_advisory_xact_lock(${placingLock})`,
      );
      if (!lock?.held) return 0;
      const placed = await this.sql.rows(
        `update events e set position = p.position
         from (
           select id, nextval('event_positions') as position
           from (select id from events where position is null and in_feed order by id limit ${batch}) w
         ) p
         where e.id = p.id returning 1`,
      );
      return placed.length;
    });
  }

  private async positionOf(projectId: string, id: string): Promise<string> {
    if (!isUuid(id)) throw new UnknownEvent();
    const find = () =>
      this.sql.row<{ position: string | null; in_feed: boolean }>(
        'select position, in_feed from events where project_id = $1 and id = $2',
        [projectId, id],
      );
    let found = await find();
    if (found?.position === null && found.in_feed) {
      // It is so new that a webhook told of it before it got its place.
      await this.place();
      found = await find();
    }
    if (found?.position) return found.position;
    const { days, made } = { days: this.environment.eventRetentionDays, made: timeOf(id) };
    if (!found && made !== null && made < this.oldest()) throw new EventsGone(days);
    throw new UnknownEvent();
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - this.environment.eventRetentionDays * day);
  }
}

/** When the id was made, which stands in a UUID of version 7 (RFC 9562 §5.7); null for others. */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}
