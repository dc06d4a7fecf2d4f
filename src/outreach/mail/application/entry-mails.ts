import { Injectable } from '@nestjs/common';
import { TransactionalEventHandler, type EventHeader, EventQueries } from '../../../events/index.js';
import { Clock } from '../../../shared/clock.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { MailJobs, type PublishedEntry } from '../domain/mail-jobs.js';
import { MailTransport } from '../domain/mail-transport.js';
import { MailRepository } from '../domain/mail.repository.js';

/** Adds the mails about published changelog entries to subscribers without an account: by a job, since there may be many. */
@Injectable()
export class EntryMails extends TransactionalEventHandler {
  constructor(
    private readonly events: EventQueries,
    private readonly transport: MailTransport,
    private readonly mails: MailRepository,
    private readonly jobs: MailJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    if (!this.transport.isConfigured) return;
    for (const { id, type, project_id: projectId, timestamp: publishedAt } of events) {
      if (type !== 'changelog.published') continue;
      const event = await this.events.find(id);
      if (!event) continue;
      const { id: entryId } = event.data as { id: string };
      await this.jobs.addForEntry({ projectId, entryId, publishedAt });
    }
  }

  /** Adds the mails in batches. Those that an interrupted job has added are skipped. */
  async add(entry: PublishedEntry, signal: AbortSignal): Promise<void> {
    let last: string | null = null;
    do {
      signal.throwIfAborted();
      last = await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const added = await this.mails.addForSubscribers(entry, last, now);
        if (added !== null) await this.jobs.send();
        return added;
      });
    } while (last !== null);
  }
}
