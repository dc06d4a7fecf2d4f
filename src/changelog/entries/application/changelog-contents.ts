import { Injectable } from '@nestjs/common';
import { ProjectContents, type UserPresence } from '../../../project/index.js';
import { ChangelogQueries } from './changelog.queries.js';
import { PersonalData } from '../../../identity/index.js';

/** The changelog entries of projects, and their authors. */
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

/** The changelog entries that users wrote. They stay when a user is anonymized. */
@Injectable()
export class ChangelogPersonalData extends PersonalData {
  override readonly order = 400;

  constructor(private readonly queries: ChangelogQueries) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    changelog: (userId, page) => this.queries.byAuthor(userId, page),
  };
}
