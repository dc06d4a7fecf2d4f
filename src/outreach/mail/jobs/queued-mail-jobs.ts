import { Injectable, Logger } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { LogThrottle } from '../../../platform/logging/index.js';
import { type MailJobHandlers, MailJobs, type PublishedEntry } from '../domain/mail-jobs.js';

/** Sending, and adding mails about an entry. */
const tasks = { send: 'send-mails', addForEntry: 'add-entry-mails' } as const;

/** The jobs that send run one at a time, in all processes together. */
const queue = 'mails';

/** Stores the jobs in the queue of the service. */
@Injectable()
export class QueuedMailJobs extends MailJobs {
  private readonly logger = new Logger('Mail');
  private readonly throttle = new LogThrottle();

  constructor(private readonly jobs: Jobs) {
    super();
  }

  override handle({ send, addForEntry }: MailJobHandlers): void {
    this.jobs.handle(tasks.send, 'slow', async (_payload, signal) => {
      const dropped = await send(signal, ({ message, stack }) => {
        if (this.throttle.shouldLog(message)) {
          this.logger.error(`A mail could not be written or sent, and waits: ${message}`, stack);
        }
      });
      if (dropped > 0) this.logger.error(`${dropped} mails were dropped: they could not be sent for 5 days.`);
    });
    this.jobs.handle(tasks.addForEntry, 'slow', (payload, signal) =>
      addForEntry(payload as PublishedEntry, signal),
    );
  }

  override async send(): Promise<void> {
    await this.jobs.add(tasks.send, {}, { key: tasks.send, queue });
  }

  override async sendAt(runAt: Date): Promise<void> {
    await this.jobs.add(tasks.send, {}, { runAt, key: `${tasks.send} later`, queue });
  }

  override async addForEntry(entry: PublishedEntry): Promise<void> {
    await this.jobs.add(tasks.addForEntry, entry, { key: `${tasks.addForEntry} ${entry.entryId}` });
  }
}
