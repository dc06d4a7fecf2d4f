import { Injectable } from '@nestjs/common';
import { PublicChangelogService } from '../../changelog/index.js';
import { PublicGuard } from '../../project/index.js';

/** Requires the changelog of the project in the path to be public. */
@Injectable()
export class MailSubscriberGuard extends PublicGuard {
  constructor(private readonly changelogs: PublicChangelogService) {
    super();
  }

  protected override open(slugOrId: string): Promise<{ readonly id: string; readonly slug: string }> {
    return this.changelogs.open(slugOrId);
  }
}
