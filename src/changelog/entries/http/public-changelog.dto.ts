import { IncludeParam } from '../../../platform/input/index.js';
import {
  type PublicChangelogMember,
  publicChangelogMembers,
} from '../application/public-changelog.service.js';
import { ChangelogFilterQuery } from './changelog.dto.js';

/** The query of operations that return a public entry, but no list. */
export class PublicChangelogQuery {
  @IncludeParam(publicChangelogMembers) include?: PublicChangelogMember[];
}

export class PublicChangelogListQuery extends ChangelogFilterQuery {
  @IncludeParam(publicChangelogMembers) include?: PublicChangelogMember[];
}
