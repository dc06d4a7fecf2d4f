import { Injectable } from '@nestjs/common';
import { type ProjectAccess, ProjectContents } from '../../../project/index.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { BatchUpdate } from './batch-update.js';
import { permissions } from './permissions.js';
import { StatusChanges } from './status-changes.js';

/**
 * The feedback of a project, merged or not. Before a status, board or custom field is deleted, its feedback gets the
 * replacement, with the same events as single updates.
 */
@Injectable()
export class FeedbackContents extends ProjectContents {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly statusChanges: StatusChanges,
    private readonly batches: BatchUpdate,
  ) {
    super();
  }

  override async isLarge(projectId: string): Promise<boolean> {
    return this.feedback.isLarge(projectId);
  }

  override async removeSome(projectId: string): Promise<void> {
    await this.feedback.removeSome(projectId);
  }

  override async hasStatus(projectId: string, key: string): Promise<boolean> {
    return (await this.feedback.idsWithStatus(projectId, key, 1)).length > 0;
  }

  override async replaceStatus(access: ProjectAccess, key: string, replacement: string): Promise<void> {
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

  override async isOnBoard(projectId: string, slug: string): Promise<boolean> {
    return (await this.feedback.idsOnBoard(projectId, slug, 1)).length > 0;
  }

  override async moveFromBoard(access: ProjectAccess, slug: string, target: string): Promise<void> {
    access.authorize(permissions.clearBoard);
    await this.batches.run(
      access,
      (limit) => this.feedback.idsOnBoard(access.projectId, slug, limit),
      (feedback) => {
        if (feedback.board !== slug) return false;
        feedback.changeBoard(target);
        return true;
      },
    );
  }

  override async hasField(projectId: string, key: string, options?: readonly string[]): Promise<boolean> {
    return (await this.feedback.idsWithField(projectId, key, 1, options)).length > 0;
  }

  override async clearField(access: ProjectAccess, key: string): Promise<void> {
    access.authorize(permissions.clearField);
    await this.batches.run(
      access,
      (limit) => this.feedback.idsWithField(access.projectId, key, limit),
      (feedback) => feedback.changeFields({ [key]: null }).length > 0,
    );
  }
}
