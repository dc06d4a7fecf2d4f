import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/database/jobs.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { Sql } from '../../platform/database/sql.js';
import { chatIsOn, ProjectNotFound } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, type NewEvent } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { Subscribers } from '../application/subscribers.js';
import { chatEventTypes } from '../domain/chat.js';

/** Who shall have an event. */
interface Audience {
  webhooks: { id: string; failing: boolean }[];
  chat: boolean;
}

/**
 * Stores events, with the deliveries to webhooks and chat and the jobs that follow, in the transaction of the change. One
 * statement where nobody listens.
 */
@Injectable()
export class SqlEvents extends Events {
  constructor(
    private readonly sql: Sql,
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
    const audience = await this.insert([
      id,
      projectId,
      type,
      now.toISOString(),
      actorId,
      JSON.stringify(data),
      JSON.stringify(previous),
    ]);
    const targets = [
      ...audience.webhooks.map(({ id: webhookId, failing }) => ({ webhookId, targetId: webhookId, failing })),
      ...(audience.chat ? [{ webhookId: null, targetId: projectId, failing: true }] : []),
    ];
    if (targets.length > 0) {
      await this.sql.rows(
        `insert into deliveries (id, project_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at)
         select d.id, $3, d.webhook_id, $4, $5, 'pending', $6, $6
         from unnest($1::uuid[], $2::uuid[]) d (id, webhook_id)`,
        [
          targets.map(() => this.ids.next()),
          targets.map(({ webhookId }) => webhookId),
          projectId,
          id,
          type,
          now.toISOString(),
        ],
      );
    }
    for (const { targetId, failing } of targets) {
      await this.jobs.add(failing ? 'deliver-slowly' : 'deliver', { targetId });
    }
    for (const subscriber of this.subscribers.of(type)) {
      await this.jobs.add('tell-subscriber', { subscriber, eventId: id });
    }
  }

  private async insert(values: unknown[]): Promise<Audience> {
    try {
      const audience = await this.sql.row<Audience>(
        `insert into events (id, project_id, type, created_at, actor_id, data, previous)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning
           (select coalesce(json_agg(json_build_object('id', w.id, 'failing', w.failing_since is not null)), '[]')
            from webhooks w
            where w.project_id = $2 and w.enabled and (w.event_types = '{}' or $3 = any (w.event_types))) as webhooks,
           $3 = any ($8::text[]) and ${chatIsOn('$2')} as chat`,
        [...values, chatEventTypes],
      );
      return audience ?? { webhooks: [], chat: false };
    } catch (error) {
      throw brokenConstraint(error) === 'events_project_id_fkey' ? new ProjectNotFound() : error;
    }
  }
}
