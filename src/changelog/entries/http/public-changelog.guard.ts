import { Injectable } from '@nestjs/common';
import { PublicGuard } from '../../../project/index.js';
import type { PublicProject } from '../application/public-changelog.queries.js';
import { PublicChangelogService } from '../application/public-changelog.service.js';

/** Requires the changelog of the project in the path to be public. */
@Injectable()
export class PublicChangelogGuard extends PublicGuard {
  constructor(private readonly publicChangelogs: PublicChangelogService) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProject> {
    return this.publicChangelogs.open(slugOrId);
  }
}
