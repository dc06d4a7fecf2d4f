import { type ChangelogMember, changelogMembers } from '../../entries/application/changelog-view.js';
import { type FeedbackMember, feedbackMembers } from '../../../feedback/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { IncludeParam } from '../../../platform/input/index.js';

export class LinkFeedbackQuery {
  @IncludeParam(feedbackMembers) include?: FeedbackMember[];
}

export class LinkedFeedbackListQuery extends PageQuery {
  @IncludeParam(feedbackMembers) include?: FeedbackMember[];
}

export class LinkedChangelogListQuery extends PageQuery {
  @IncludeParam(changelogMembers) include?: ChangelogMember[];
}
