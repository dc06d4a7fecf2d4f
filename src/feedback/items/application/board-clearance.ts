import { Injectable } from '@nestjs/common';
import type { BoardUse, ProjectGrant } from '../../../project/index.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { BatchUpdate } from './batch-update.js';
import { permissions } from './permissions.js';

/** Moves feedback from a board that is about to be deleted. */
@Injectable()
export class BoardClearance implements BoardUse {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly batches: BatchUpdate,
  ) {}

  async isUsed(projectId: string, slug: string): Promise<boolean> {
    return (await this.feedback.idsOnBoard(projectId, slug, 1)).length > 0;
  }

  /** Moves all feedback on the board, merged or not, with the events of single updates. */
  async move(grant: ProjectGrant, slug: string, target: string): Promise<void> {
    grant.authorize(permissions.clearBoard);
    await this.batches.run(
      grant,
      (limit) => this.feedback.idsOnBoard(grant.projectId, slug, limit),
      (feedback) => {
        if (feedback.board !== slug) return false;
        feedback.changeBoard(target);
        return true;
      },
    );
  }
}
