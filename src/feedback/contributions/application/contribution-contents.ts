import { Injectable } from '@nestjs/common';
import { ProjectContents, type UserPresence } from '../../../project/index.js';
import { ContributionQueries } from './contribution.queries.js';

/** The feedback, comments and votes in projects, and who they are by. */
@Injectable()
export class ContributionContents extends ProjectContents {
  constructor(private readonly queries: ContributionQueries) {
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
