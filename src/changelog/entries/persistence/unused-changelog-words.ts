import { Injectable } from '@nestjs/common';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { UnusedWords } from '../../../platform/search/index.js';
import { changelogWords } from './changelog-search.js';

/** The words that no changelog entry contains any more. */
@Injectable()
export class UnusedChangelogWords extends UnusedWords {
  constructor(sql: Sql, unitOfWork: TypeormUnitOfWork) {
    super(sql, unitOfWork, changelogWords, 'changelog_search');
  }
}
