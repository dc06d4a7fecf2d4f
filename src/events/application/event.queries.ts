import { Injectable } from '@nestjs/common';
import { allSatisfy, asJson, boundedPage, isoTimestamp, Sql } from '../../platform/persistence/index.js';
import {
  type Hideable,
  hideable,
  type ProjectReader,
  type VisibilityConditions,
} from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import type { EventRecord } from '../../shared/events.js';
import { type Page, pageOfJson, type PageRequest } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { EventRelay } from './event-relay.js';
import { EventsGone, UnknownEvent } from '../domain/event.errors.js';
import { RetentionPeriod } from '../domain/retention-period.js';

/** The fields of an event's record, of the table `events e`. */
const recordWith = (data: string) =>
  `e.id, e.type, ${isoTimestamp('e.created_at')} as timestamp, e.project_id, e.actor_id, ${data}, e.previous`;

const eventRecord = recordWith('e.data');

/** A page of the feed. */
interface FeedPage {
  /** One JSON text per line; null if there are none. */
  readonly records: string | null;
  /** The id of the last event in the feed, on the last page unless it is empty and the reader is at the end. */
  readonly end: string | null;
  /** Whether events after the position of the request have been removed. */
  readonly hasGap: boolean;
}

/** Reads events as records that are ready to be sent. */
@Injectable()
export class EventQueries {
  /** @internal */
  constructor(
    private readonly sql: Sql,
    private readonly relay: EventRelay,
    private readonly period: RetentionPeriod,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns events of a project in the order of the feed, of the given types or of all where these are undefined. The
   * position of a page is the id of an event. A reader that continues after the last event received misses none and
   * receives none twice, in whatever order concurrent units of work end. A page has a `next` if the feed has events after
   * the position of the request, of whatever types: the last page of some types leads to the end of the feed, so that the
   * reader's position does not become older than the retention period while these types are rare.
   *
   * The position `earliest` is the start of the feed, and `latest` its end: a page after it is empty and has a `next`, from
   * which the reader continues.
   *
   * @param reader absent for all events
   * @throws UnknownEvent when the feed has no event with that id; EventsGone when events after it have been removed
   */
  async feed(
    projectId: string,
    types: readonly string[] | undefined,
    page: PageRequest,
    reader?: Pick<ProjectReader, 'conditions'>,
  ): Promise<Page<EventRecord>> {
    const { limit, after } = page;
    if (after?.[0] === 'latest') return { records: [], next: [await this.latest(projectId)] };
    const continues = after !== undefined && after[0] !== 'earliest';
    const position = continues ? await this.positionOf(projectId, after[0] ?? '') : '0';
    const values: unknown[] = [projectId, position, ...(types === undefined ? [] : [types])];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const conditions = reader?.conditions ?? {};
    const mayHide = Object.keys(conditions).length > 0;
    const visible = mayHide ? isVisible(conditions, parameter) : 'true';
    const record = mayHide ? recordWith(`${visibleData(conditions, parameter)} as data`) : eventRecord;
    const events =
      types === undefined
        ? `events e where e.project_id = $1 and e.position > $2 and ${visible}`
        : // A separate index scan for each type, so that rare types are found fast.
          `(select distinct unnest($3::text[]) as type) t cross join lateral (
             select * from events e where project_id = $1 and type = t.type and position > $2 and ${visible}
             order by position limit ${limit + 1}
           ) e`;
    const rows = `select ${asJson(record)} as json from ${events} order by e.position limit ${limit + 1}`;
    // The last page leads past the events of other types. They become visible in the order of their positions, so that none
    // can appear before the last one that this statement sees.
    const found = await this.sql.row<FeedPage>(
      `select p.records,
         case when not p.has_more then (
           select id from events where project_id = $1 and position > $2 order by position desc limit 1
         ) end as end,
         exists (select from removed_events where project_id = $1 and position > $2) as "hasGap"
       from (select ${boundedPage(rows, limit)}) p`,
      values,
    );
    if (continues && found?.hasGap) throw new EventsGone(this.period.days);
    const lines = found?.records ?? '';
    const next = found?.end ?? lastIdOf(lines);
    return pageOfJson(lines, next === undefined ? {} : { next: [next] });
  }

  /** Returns the event, null when none has this id. */
  async find(id: string): Promise<EventRecord | null> {
    return this.sql.row<EventRecord>(`select ${eventRecord} from events e where e.id = $1`, [id]);
  }

  /** Returns the id of the last event in the feed, or the start of a feed without events. */
  private async latest(projectId: string): Promise<string> {
    const last = await this.sql.row<{ id: string }>(
      'select id from events where project_id = $1 and position is not null order by position desc limit 1',
      [projectId],
    );
    return last?.id ?? 'earliest';
  }

  private async positionOf(projectId: string, id: string): Promise<string> {
    if (!isUuid(id)) throw new UnknownEvent();
    const find = () =>
      this.sql.row<{ position: string | null; in_feed: boolean }>(
        `select position, in_feed from events where project_id = $1 and id = $2
         union all
         select position, true from removed_events where project_id = $1 and event_id = $2`,
        [projectId, id],
      );
    let found = await find();
    if (found?.position === null && found.in_feed) {
      // The event has no position yet.
      await this.relay.relay(true);
      found = await find();
    }
    if (found?.position) return found.position;
    const createdAt = timeOf(id);
    const isTooOld = createdAt !== null && createdAt < this.period.startAt(this.clock.now());
    if (!found && isTooOld) throw new EventsGone(this.period.days);
    throw new UnknownEvent();
  }
}

/** Returns the id of the last of the events, which are one JSON text per line; undefined if there is none. */
function lastIdOf(lines: string): string | undefined {
  return lines === '' ? undefined : (JSON.parse(lines.slice(lines.lastIndexOf('\n') + 1)) as EventRecord).id;
}

/** Returns the time in a UUID of version 7 (RFC 9562 §5.7), null for other UUIDs. */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}

type Parameter = (value: unknown) => string;

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** SQL for whether the reader can see the record with an id, which is a text, and what it belongs to. */
function sees(name: Hideable, id: string, conditions: VisibilityConditions, parameter: Parameter): string {
  const condition = conditions[name];
  if (!condition) return 'true';
  const owner = hideable[name];
  const ids = owner ? `named.id, named.${owner}` : 'named.id';
  return `exists (
    select from ${name}_records_v1 named
    where named.id = case when ${id} ~ '${uuid}' then (${id})::uuid end and ${allSatisfy(name, ids, condition, parameter)})`;
}

/** SQL of the ids of the records that event `e` is about, as rows of texts. */
const subjects: Readonly<Record<Hideable, string>> = {
  feedback: `(case when e.type like 'feedback.%' then e.data ->> 'id' end), (e.data ->> 'feedback_id'),
    (e.previous ->> 'merged_id'), (e.previous ->> 'merged_into')`,
  changelog: "(case when e.type like 'changelog.%' then e.data ->> 'id' end), (e.data ->> 'changelog_id')",
  comment: "(case when e.type like 'comment.%' then e.data ->> 'id' end)",
};

/**
 * Returns the condition that the reader can see all records that event `e` is about: of an event about a merge, both. Events about
 * records that have been deleted are hidden, because nothing tells whether the reader could see them.
 */
function isVisible(conditions: VisibilityConditions, parameter: Parameter): string {
  const visible = (Object.keys(conditions) as Hideable[]).map(
    (name) => `not exists (
      select from (values ${subjects[name]}) subject (id)
      where subject.id ~ '${uuid}' and not ${sees(name, 'subject.id', conditions, parameter)})`,
  );
  return visible.join(' and ');
}

/** Returns SQL for the data of event `e` without merged and linked feedback, and responses, that the reader cannot see. */
function visibleData(conditions: VisibilityConditions, parameter: Parameter): string {
  const seesRecord = (name: Hideable, id: string) => sees(name, id, conditions, parameter);
  const visible = (name: string, id: string) => `case when json_typeof(e.data -> '${name}') = 'array' then
    jsonb_build_object('${name}', (
      select coalesce(jsonb_agg(item order by at), '[]')
      from jsonb_array_elements(e.data::jsonb -> '${name}') with ordinality items (item, at)
      where ${seesRecord('feedback', id)}
    )) else '{}'::jsonb end`;
  const response = "e.data -> 'response'";
  const parts = [
    'e.data::jsonb',
    visible('merged_ids', "item #>> '{}'"),
    visible('feedback', "item ->> 'id'"),
    `case when ${response} ->> 'id' is null or ${seesRecord('feedback', `${response} ->> 'feedback_id'`)}
        and ${seesRecord('comment', `${response} ->> 'id'`)}
      then '{}'::jsonb else '{"response": null}' end`,
  ];
  return `case when e.type ~ '^(feedback|changelog)[.]' then to_json(${parts.join(' || ')}) else e.data end`;
}
