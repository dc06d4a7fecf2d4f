import { ApiProperty } from '@nestjs/swagger';
import { type ChangelogMember, changelogMembers } from '../../entries/application/changelog-view.js';
import { type IncludableField, includableFields, FeedbackResponse } from '../../../feedback/index.js';
import { PageQuery, ApiRecord, id } from '../../../platform/http/index.js';
import { IncludeParam } from '../../../platform/input/index.js';
import { ChangelogResponse } from '../../entries/http/changelog.dto.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';

export class LinkFeedbackQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

export class LinkedFeedbackListQuery extends PageQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

export class LinkedChangelogListQuery extends PageQuery {
  @IncludeParam(changelogMembers) include?: ChangelogMember[];
}

/** The data of link events. */
@ApiRecord('FeedbackLink', 'A link between a changelog entry and feedback.')
class FeedbackLinkData {
  static readonly example: FeedbackLinkData = {
    changelog_id: ChangelogResponse.example.id,
    feedback_id: FeedbackResponse.example.id,
  };

  @ApiProperty(id('Id of the changelog entry.')) changelog_id!: string;
  @ApiProperty(id('Id of the feedback.')) feedback_id!: string;
}

/** The events of this module by type. */
export const feedbackLinkEvents: Readonly<Record<string, DescribedEvent>> = {
  'changelog.feedback_linked': { when: 'A changelog entry was linked to feedback.', data: FeedbackLinkData },
  'changelog.feedback_unlinked': {
    when: 'The link of a changelog entry to feedback was removed.',
    data: FeedbackLinkData,
  },
};
