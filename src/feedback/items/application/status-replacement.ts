import { Injectable } from '@nestjs/common';
import type { ProjectAccess, StatusUsage } from '../../../project/index.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { BatchUpdate } from './batch-update.js';
import { permissions } from './permissions.js';
import { StatusChanges } from './status-changes.js';

/** Replaces a status of feedback that is about to be deleted. */
@Injectable()
export class StatusReplacement implements StatusUsage {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly statusChanges: StatusChanges,
    private readonly batches: BatchUpdate,
  ) {}

  async isUsed(projectId: string, key: string): Promise<boolean> {
    return (await this.feedback.idsWithStatus(projectId, key, 1)).length > 0;
  }

  /** Changes the status of all feedback that has it, merged or not, with the events of single updates. */
  async replace(access: ProjectAccess, key: string, replacement: string): Promise<void> {
    access.authorize(permissions.replaceStatus);
    await this.batches.run(
      access,
      (limit) => this.feedback.idsWithStatus(access.projectId, key, limit),
      (feedback) => {
        if (feedback.status !== key) return false;
        this.statusChanges.change(access, feedback, replacement);
        return true;
      },
    );
  }
}
