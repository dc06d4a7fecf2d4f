import { Injectable } from '@nestjs/common';
import type { BoardUsage, ProjectAccess } from '../../../project/index.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { BatchUpdate } from './batch-update.js';
import { permissions } from './permissions.js';

/** Moves feedback from a board that is about to be deleted. */
@Injectable()
export class BoardClearance implements BoardUsage {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly batches: BatchUpdate,
  ) {}

  async isUsed(projectId: string, slug: string): Promise<boolean> {
    return (await this.feedback.idsOnBoard(projectId, slug, 1)).length > 0;
  }

  /** Moves all feedback on the board, merged or not, with the events of single updates. */
  async move(access: ProjectAccess, slug: string, target: string): Promise<void> {
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
}
