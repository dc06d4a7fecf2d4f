import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import type { Approval } from '../domain/approval.js';
import { FeedbackQueries } from './feedback.queries.js';

/** Decides which new feedback and comments wait for approval, and who approves them. */
@Injectable()
export class Approvals {
  constructor(private readonly queries: FeedbackQueries) {}

  /**
   * Returns the approval of what a user contributes, by the setting of the project. Contributions of editors, also those on
   * behalf of others, never wait.
   */
  async initial(access: ProjectAccess, userId: string): Promise<Approval> {
    if (access.approval === 'off' || access.has('editor')) return 'approved';
    if (access.approval === 'all') return 'pending';
    return (await this.queries.hasApproved(access.projectId, userId)) ? 'approved' : 'pending';
  }

  /**
   * Requires the right to change an approval, if it is another one than the current one.
   *
   * @throws InsufficientRole
   */
  authorizeChange(access: ProjectAccess, current: Approval, approval: Approval = current): void {
    if (approval !== current) access.require('editor', 'Setting the approval', '/approval');
  }
}
