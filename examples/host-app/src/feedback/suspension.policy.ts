import { Injectable } from '@nestjs/common';
import {
  DomainError,
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from 'feedback-changelog-service';
import { Sql } from 'feedback-changelog-service/kit';

/** Suspended people cannot vote, and nobody can for them. New feedback is planned at once. */
@Injectable()
export class SuspensionPolicy extends HostFeedbackPolicy {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async before(operation: FeedbackOperation): Promise<PolicyDecision | undefined> {
    if (operation.useCase === 'createFeedback') return { status: 'planned' };
    if (operation.useCase !== 'castVote') return undefined;
    const suspended = 'select id from public.users where id = $1 and suspended';
    if (!(await this.sql.row(suspended, [operation.userId]))) return undefined;
    throw new DomainError('forbidden', 'suspended', 'Suspended people cannot vote.');
  }
}
