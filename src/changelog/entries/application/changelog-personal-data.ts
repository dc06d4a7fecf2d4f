import { Injectable } from '@nestjs/common';
import { PersonalData } from '../../../identity/index.js';
import { ChangelogQueries } from './changelog.queries.js';

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
