import { Injectable } from '@nestjs/common';
import { ProjectContents, type UserPresence } from '../../../project/index.js';
import { ChangelogQueries } from './changelog.queries.js';

/** The changelog entries of projects, and who they are by. */
@Injectable()
export class ChangelogContents extends ProjectContents {
  constructor(private readonly queries: ChangelogQueries) {
    super();
  }

  override async findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    return this.queries.findPresence(userIds, projectIds);
  }

  override async authorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.queries.authorsOf(ids);
  }
}
