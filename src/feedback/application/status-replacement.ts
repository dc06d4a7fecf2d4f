import { Injectable } from '@nestjs/common';
import type { ProjectGrant, StatusUse } from '../../project/index.js';
import { Events } from '../../shared/events.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { permissions } from './permissions.js';
import { StatusChanges } from './status-changes.js';
import { updateEvents } from './update-events.js';

/** The number of feedback records that one unit of work changes. It locks them. */
const batchSize = 100;

/** Replaces a status of feedback that is about to be deleted. */
@Injectable()
export class StatusReplacement implements StatusUse {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly statusChanges: StatusChanges,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async isUsed(projectId: string, key: string): Promise<boolean> {
    return (await this.feedback.idsWithStatus(projectId, key, 1)).length > 0;
  }

  /** Changes the status of all feedback that has it, merged or not, with the events of single updates. */
  async replace(grant: ProjectGrant, key: string, replacement: string): Promise<void> {
    grant.authorize(permissions.replaceStatus);
    let ids: string[];
    do {
      ids = await this.feedback.idsWithStatus(grant.projectId, key, batchSize);
      await this.replaceIn(grant, ids, key, replacement);
    } while (ids.length === batchSize);
  }

  private async replaceIn(
    grant: ProjectGrant,
    ids: readonly string[],
    key: string,
    replacement: string,
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.unitOfWork.run(async () => {
      for (const { aggregate: feedback, before } of await this.feedback.loadAll(grant.projectId, ids)) {
        // Another request has changed it in the meantime.
        if (feedback.status !== key) continue;
        this.statusChanges.change(grant, feedback, replacement);
        const after = await this.feedback.save(feedback);
        for (const event of updateEvents(grant, before.record, after.record)) await this.events.record(event);
      }
    });
  }
}
