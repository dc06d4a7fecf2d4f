import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import { brokenConstraint } from '../../platform/persistence/index.js';
import { chatIsOn, ProjectNotFound } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, type NewEvent } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { Subscribers } from '../application/subscribers.js';
import { chatEventTypes } from '../domain/chat.js';
import { insertEvent } from './sql-event.queries.js';

/**
 * SQL that stores the event, a delivery for each of its targets (`$9` are the types that go to chat), and a job that starts
 * each delivery.
 */
const recordEvent = `
  with told as (${insertEvent()}),
  audience as (
    select w.id as webhook_id, w.id as target_id, w.failing_since is not null as failing from webhooks w
    where w.project_id = $2 and w.enabled and (w.event_types = '{}' or $3 = any (w.event_types))
    union all select null, $2, true where $3 = any ($9::text[]) and ${chatIsOn('$2')}
  ),
  delivered as (
    insert into deliveries (id, project_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
    select gen_random_uuid(), $2, webhook_id, $1, $3, 'pending', $4, $4 from audience
  )
  select graphile_worker.add_job(
    case when failing then 'deliver-slowly' else 'deliver' end, json_build_object('targetId', target_id)
  ) from audience`;

/** Stores events, with the deliveries and jobs that follow, in the unit of work of the change. */
@Injectable()
export class SqlEvents extends Events {
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
    const now = this.clock.now().toISOString();
    const texts = [JSON.stringify(data), JSON.stringify(previous)];
    try {
      await this.jobs.addBy(recordEvent, [id, projectId, type, now, actorId, ...texts, true, chatEventTypes]);
    } catch (error) {
      throw brokenConstraint(error) === 'events_project_id_fkey' ? new ProjectNotFound() : error;
    }
    for (const subscriber of this.subscribers.of(type)) {
      await this.jobs.add('tell-subscriber', { subscriber, eventId: id });
    }
  }
}
