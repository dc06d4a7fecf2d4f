import { Injectable } from '@nestjs/common';
import {
  isoTimestamp,
  Sql,
  translateConstraints,
  TypeormUnitOfWork,
} from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';
import { type EventHeader, EventRepository } from '../domain/event.repository.js';

/** The lock of all processes that share the tables; the number has no meaning. */
const relayLock = 'hashtextextended(current_schema(), 7310912846501298474)';

const eventHeader = `e.id, e.type, e.project_id, ${isoTimestamp('e.created_at')} as timestamp`;

/** The smallest UUID. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

/** The number of events that are removed in one transaction, and can be removed together with their project. */
const deletionBatchSize = 1_000;

/** Where the data of events contain users. */
const userPaths = ['{user}', '{author}', '{response,user}', '{assignee}'];

/** SQL that replaces a user in the data of the step before. The first step is the table `batch`. */
function replaceUser(path: string, step: number): string {
  const data = step === 0 ? 'batch.data' : `step${step - 1}.data`;
  return `cross join lateral (
    select case when ${data} #> '${path}' ->> 'id' = $1::text then jsonb_set(${data}, '${path}', u.record) else ${data} end
  ) step${step} (data)`;
}

/**
 * SQL that removes the names of the files, which may contain names of people, from `data` or `previous` of events about what the
 * user wrote.
 */
const withoutFilenames = (
  json: string,
) => `case when jsonb_typeof(${json} -> 'attachments') = 'array' and coalesce(
      batch.data ->> 'user_id', batch.data ->> 'author_id') = $1::text
    then jsonb_set(${json}, '{attachments}', coalesce(
      (select jsonb_agg(file || '{"url": "", "filename": ""}' order by number)
        from jsonb_array_elements(${json} -> 'attachments') with ordinality f (file, number)), '[]'))
    else ${json} end`;

/** Uses SQL, because events are stored by statements that are awaited only at the commit, and one statement positions many of them. */
@Injectable()
export class SqlEventRepository extends EventRepository {
  private notify = (): void => undefined;

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async add(event: EventRecord, inFeed: boolean): Promise<void> {
    await this.unitOfWork.awaitAtCommit(this.insert(event, inFeed));
    if (inFeed) this.unitOfWork.afterCommit(this.notify);
  }

  override async addAll(events: readonly EventRecord[]): Promise<void> {
    if (events.length === 0) return;
    const stored = this.store(
      `insert into events (id, project_id, type, created_at, actor_id, data, previous, in_feed)
       select e.id, e.project_id, e.type, e.timestamp, e.actor_id, e.data, e.previous, true
       from json_to_recordset($1::json) as e (id uuid, project_id uuid, type text, "timestamp" timestamptz, actor_id uuid,
         data json, previous json)`,
      [JSON.stringify(events)],
    );
    await this.unitOfWork.awaitAtCommit(stored);
    this.unitOfWork.afterCommit(this.notify);
  }

  override onCommitted(listener: () => void): void {
    this.notify = listener;
  }

  override async hasWaiting(): Promise<boolean> {
    return (await this.sql.row('select from events where position is null and in_feed limit 1')) !== null;
  }

  override async lockRelay(wait: boolean): Promise<boolean> {
    // A separate statement, because the snapshot of the next one must be taken after the lock.
    const lock = await this.sql.row<{ held: boolean }>(
      wait
        ? `select true as held from pg_advisory_xact_lock(${relayLock})`
        : `select pg_try_advisory_xact_lock(${relayLock}) as held`,
    );
    return lock?.held === true;
  }

  override async assignPositions(limit: number): Promise<EventHeader[]> {
    // The project is locked before its events, in the order in which its deletion locks them.
    return this.sql.rows<EventHeader>(
      `with positioned as (
         update events e set position = p.position
         from (
           select id, nextval('event_positions') as position
           from (
             select e.id from events e join projects p on p.id = e.project_id
             where e.position is null and e.in_feed order by e.id limit ${limit} for key share of p
           ) waiting
         ) p
         where e.id = p.id
         returning e.id, e.type, e.project_id, e.created_at, e.position
       )
       select ${eventHeader} from positioned e order by e.position`,
    );
  }

  override async recordedBefore(before: Date, limit: number, after?: EventHeader): Promise<EventHeader[]> {
    return this.sql.rows<EventHeader>(
      `select ${eventHeader} from events e
       where e.created_at < $1 and (e.created_at, e.id) > ($2, $3)
       order by e.created_at, e.id limit ${limit}`,
      [before.toISOString(), after?.timestamp ?? '-infinity', after?.id ?? nilUuid],
    );
  }

  override async updateUser(userId: string, limit: number, after: string = nilUuid): Promise<string[]> {
    const events = await this.sql.rows<{ id: string }>(
      `with batch as (
         select id, data, previous from (
           (select id, data::jsonb as data, previous::jsonb as previous from events
            where coalesce(data ->> 'user_id', data ->> 'author_id', data -> 'user' ->> 'id') = $1::text and id > $2
            order by id limit ${limit})
           union
           (select id, data::jsonb as data, previous::jsonb as previous from events
            where data -> 'response' ->> 'user_id' = $1::text and id > $2 order by id limit ${limit})
           union
           (select id, data::jsonb as data, previous::jsonb as previous from events
            where data -> 'assignee' ->> 'id' = $1::text and id > $2 order by id limit ${limit})
         ) found order by id limit ${limit}
       ), changed as (
         select batch.id, files.data, files.previous from batch
         cross join (select to_jsonb(u) as record from user_record($1::uuid) u) u
         ${userPaths.map(replaceUser).join('\n         ')}
         cross join lateral (
           select ${withoutFilenames('step3.data')} as data, ${withoutFilenames('batch.previous')} as previous
         ) files
         where (files.data, files.previous) is distinct from (batch.data, batch.previous)
       ), updated as (
         update events e set data = changed.data::json, previous = changed.previous::json from changed where e.id = changed.id
       )
       select id from batch order by id`,
      [userId, after],
    );
    return events.map(({ id }) => id);
  }

  override async remove(ids: readonly string[]): Promise<void> {
    // Projects are locked before their events here, too.
    await this.sql.rows(
      `with old as materialized (
         select e.id from events e join projects p on p.id = e.project_id
         where e.id = any ($1::uuid[]) order by e.project_id for key share of p
       ), removed as (
         delete from events e using old where e.id = old.id returning e.project_id, e.id, e.position
       )
       insert into removed_events as r (project_id, event_id, position)
       select distinct on (project_id) project_id, id, position from removed
       where position is not null order by project_id, position desc
       on conflict (project_id) do update set event_id = excluded.event_id, position = excluded.position
       where r.position < excluded.position`,
      [ids],
    );
  }

  override async isLarge(projectId: string): Promise<boolean> {
    const statement = `select from events where project_id = $1 offset ${deletionBatchSize} limit 1`;
    return (await this.sql.row(statement, [projectId])) !== null;
  }

  override async removeSome(projectId: string): Promise<void> {
    const statement = `select id from events where project_id = $1 limit ${deletionBatchSize}`;
    const found = await this.sql.rows<{ id: string }>(statement, [projectId]);
    await this.remove(found.map(({ id }) => id));
  }

  private async insert(event: EventRecord, inFeed: boolean): Promise<void> {
    const { id, project_id, type, timestamp, actor_id, data, previous } = event;
    await this.store(
      `insert into events (id, project_id, type, created_at, actor_id, data, previous, in_feed)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, project_id, type, timestamp, actor_id, JSON.stringify(data), JSON.stringify(previous), inFeed],
    );
  }

  private async store(statement: string, values: readonly unknown[]): Promise<void> {
    await this.sql
      .rows(statement, values)
      .catch(translateConstraints({ events_project_id_fkey: ProjectNotFound }));
  }
}
