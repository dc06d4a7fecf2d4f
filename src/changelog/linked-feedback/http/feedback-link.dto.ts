import { type ChangelogMember, changelogMembers } from '../../entries/application/changelog-view.js';
import { type IncludableField, includableFields } from '../../../feedback/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { IncludeParam } from '../../../platform/input/index.js';

export class LinkFeedbackQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

export class LinkedFeedbackListQuery extends PageQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

export class LinkedChangelogListQuery extends PageQuery {
  @IncludeParam(changelogMembers) include?: ChangelogMember[];
}
