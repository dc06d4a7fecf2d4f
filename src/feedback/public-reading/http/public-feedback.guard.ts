import { Injectable } from '@nestjs/common';
import { ProjectAuthorizer, PublicGuard, type PublicProjectRecord } from '../../../project/index.js';

/** Requires the feedback of the project in the path to be public. */
@Injectable()
export class PublicFeedbackGuard extends PublicGuard {
  constructor(private readonly authorizer: ProjectAuthorizer) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProjectRecord> {
    return this.authorizer.openPublicFeedback(slugOrId);
  }
}
