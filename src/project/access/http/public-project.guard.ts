import { Injectable } from '@nestjs/common';
import { ProjectAccess } from '../application/project-access.js';
import type { PublicProjectRecord } from '../application/access.queries.js';
import { PublicGuard } from './public.guard.js';

/** Requires that everyone can read the feedback or the changelog of the project in the path. */
@Injectable()
export class PublicProjectGuard extends PublicGuard {
  constructor(private readonly access: ProjectAccess) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProjectRecord> {
    return this.access.openPublic(slugOrId);
  }
}
