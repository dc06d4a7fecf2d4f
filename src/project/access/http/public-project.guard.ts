import { Injectable } from '@nestjs/common';
import { ProjectAuthorizer } from '../application/project-authorizer.js';
import type { PublicProjectRecord } from '../application/access.queries.js';
import { PublicGuard } from './public.guard.js';

/** Requires that everyone can read the feedback or the changelog of the project in the path. */
@Injectable()
export class PublicProjectGuard extends PublicGuard {
  constructor(private readonly authorizer: ProjectAuthorizer) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProjectRecord> {
    return this.authorizer.openPublic(slugOrId);
  }
}
