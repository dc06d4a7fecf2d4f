import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/index.js';
import type { AfterCommitEventHandler } from '../../shared/events.js';
import { EventQueries } from '../application/event.queries.js';
import { TransactionalEventHandler } from '../application/transactional-event-handler.js';
import type { EventHeader } from '../domain/event.repository.js';

/** Names of tasks have at most 128 characters. */
const maxNameLength = 100;

/**
 * The task of a handler. A process without the handler, such as one of the release before, leaves its jobs to the others. Pending
 * jobs are stored under this name, so it does not change.
 */
const taskOf = (name: string) => `handle-event:${name}`;

/** Calls {@link AfterCommitEventHandler}s by jobs: one for each event and handler, so that one that fails is retried alone. */
@Injectable()
export class AfterCommitJobs extends TransactionalEventHandler {
  private readonly handlers = new Map<string, AfterCommitEventHandler>();

  constructor(
    private readonly jobs: Jobs,
    private readonly events: EventQueries,
  ) {
    super();
  }

  /** @throws Error when another handler already has the name, or it is too long */
  register(handler: AfterCommitEventHandler): void {
    const { name } = handler;
    if (this.handlers.has(name))
      throw new Error(`An event handler with the name ${name} is already registered.`);
    if (name.length > maxNameLength)
      throw new Error(`The name of an event handler has at most ${maxNameLength} characters: ${name}`);
    this.handlers.set(name, handler);
    this.jobs.handle(taskOf(name), 'normal', async (payload) => {
      const event = await this.events.find((payload as { eventId: string }).eventId);
      // It may have been removed, with its project.
      if (event) await handler.handle(event);
    });
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    for (const { name, types } of this.handlers.values()) {
      const selected = events.filter(({ type }) => types.length === 0 || types.includes(type));
      // The key shows in the log and in the list of failed jobs what the job is about.
      await this.jobs.addAll(
        taskOf(name),
        selected.map(({ id }) => ({ eventId: id })),
        ({ eventId }) => ({ key: `${name} ${eventId}` }),
      );
    }
  }
}
