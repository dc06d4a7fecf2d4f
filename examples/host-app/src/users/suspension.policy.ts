import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  DomainError,
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from 'feedback-changelog-service';
import { Repository } from 'typeorm';
import { User } from './user.entity.js';

/** Suspended people cannot vote, and nobody can for them. New feedback is planned at once. */
@Injectable()
export class SuspensionPolicy extends HostFeedbackPolicy {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {
    super();
  }

  override async before(operation: FeedbackOperation): Promise<PolicyDecision | undefined> {
    if (operation.useCase === 'createFeedback') return { status: 'planned' };
    if (operation.useCase !== 'castVote') return undefined;
    if (!(await this.users.existsBy({ id: operation.userId, suspended: true }))) return undefined;
    throw new DomainError('forbidden', 'suspended', 'Suspended people cannot vote.');
  }
}
