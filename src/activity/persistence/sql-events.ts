import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { brokenConstraint, type Write, WrittenNumber } from '../../platform/persistence/index.js';
import { chatIsOn, ProjectNotFound } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, type NewEvent } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { Subscribers } from '../application/subscribers.js';
import { chatEventTypes } from '../domain/chat.js';
import { insertEvent } from './sql-event.queries.js';

/**
 * The event, for each that shall have it (`$9` are the types that go to chat) a delivery, and a job that wakes up whoever
 * delivers.
 *
 * @param number the last field of its data, of which `$10` is what comes before it in JSON: where there is none, nothing is
 * stored
 */
function recordEvent(number?: WrittenNumber): Write {
  return {
    with: {
      told: number
        ? insertEvent(`(left($6, -1) || $10 || ${number.column} || '}')::json`, `from ${number.table}`)
        : insertEvent(),
      audience: `
        select t.webhook_id, t.target_id, t.failing from (
          select w.id as webhook_id, w.id as target_id, w.failing_since is not null as failing from webhooks w
          where w.project_id = $2 and w.enabled and (w.event_types = '{}' or $3 = any (w.event_types))
          union all select null, $2, true where $3 = any ($9::text[]) and ${chatIsOn('$2')}
        ) t ${number ? `cross join ${number.table}` : ''}`,
      delivered: `
        insert into deliveries (id, project_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
        select gen_random_uuid(), $2, webhook_id, $1, $3, 'pending', $4, $4 from audience`,
    },
    text: `select graphile_worker.add_job(
        case when failing then 'deliver-slowly' else 'deliver' end, json_build_object('targetId', target_id)
      ) from audience`,
  };
}

/**
 * Stores events, with the deliveries to webhooks and chat and the jobs that follow, in the unit of work of the change,
 * which does not wait for it.
 */
@Injectable()
export class SqlEvents extends Events {
  private readonly plain = recordEvent();
  private readonly withNumber = new Map<string, Write>();

  constructor(
    private readonly jobs: Jobs,
    private readonly subscribers: Subscribers,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async record({ type, projectId, actorId, data, previous = {} }: NewEvent): Promise<void> {
    const id = this.ids.next();
    const now = this.clock.now();
    const { write, json, beforeNumber } = this.planFor(data);
    await this.jobs.addBy(
      write,
      [
        id,
        projectId,
        type,
        now.toISOString(),
        actorId,
        json,
        JSON.stringify(previous),
        true,
        chatEventTypes,
        ...beforeNumber,
      ],
      (error) => (brokenConstraint(error) === 'events_project_id_fkey' ? new ProjectNotFound() : error),
    );
    for (const subscriber of this.subscribers.of(type)) {
      await this.jobs.add('tell-subscriber', { subscriber, eventId: id });
    }
  }

  /** The write for an event with this data, the data as JSON, and what comes before a number that is not known yet. */
  private planFor(data: object): { write: Write; json: string; beforeNumber: string[] } {
    const [name = '', number] = Object.entries(data).at(-1) ?? [];
    if (!(number instanceof WrittenNumber)) {
      return { write: this.plain, json: JSON.stringify(data), beforeNumber: [] };
    }
    const write = this.withNumber.get(number.column) ?? recordEvent(number);
    this.withNumber.set(number.column, write);
    const json = JSON.stringify({ ...data, [name]: undefined });
    return { write, json, beforeNumber: [`${json === '{}' ? '' : ','}${JSON.stringify(name)}:`] };
  }
}
