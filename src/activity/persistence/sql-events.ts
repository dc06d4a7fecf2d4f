import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/database/jobs.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
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
 */
const recordEvent = {
  with: {
    told: insertEvent,
    audience: `
      select w.id as webhook_id, w.id as target_id, w.failing_since is not null as failing from webhooks w
      where w.project_id = $2 and w.enabled and (w.event_types = '{}' or $3 = any (w.event_types))
      union all select null, $2, true where $3 = any ($9::text[]) and ${chatIsOn('$2')}`,
    delivered: `
      insert into deliveries (id, project_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
      select gen_random_uuid(), $2, webhook_id, $1, $3, 'pending', $4, $4 from audience`,
  },
  text: `select graphile_worker.add_job(
      case when failing then 'deliver-slowly' else 'deliver' end, json_build_object('targetId', target_id)
    ) from audience`,
};

/**
 * Stores events, with the deliveries to webhooks and chat and the jobs that follow, in the transaction of the change, which
 * does not wait for it.
 */
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
    const now = this.clock.now();
    await this.jobs.addBy(
      recordEvent,
      [
        id,
        projectId,
        type,
        now.toISOString(),
        actorId,
        JSON.stringify(data),
        JSON.stringify(previous),
        true,
        chatEventTypes,
      ],
      (error) => (brokenConstraint(error) === 'events_project_id_fkey' ? new ProjectNotFound() : error),
    );
    for (const subscriber of this.subscribers.of(type)) {
      await this.jobs.add('tell-subscriber', { subscriber, eventId: id });
    }
  }
}
