import { ApiProperty } from '@nestjs/swagger';
import { ChangelogResponse } from '../../entries/http/changelog.responses.js';
import { FeedbackResponse } from '../../../feedback/index.js';
import { ApiRecord, id } from '../../../platform/http/index.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';
import type { feedbackLinkEventTypes } from '../domain/feedback-link.events.js';

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
export const feedbackLinkEvents: Readonly<Record<(typeof feedbackLinkEventTypes)[number], DescribedEvent>> = {
  'changelog.feedback_linked': { when: 'A changelog entry was linked to feedback.', data: FeedbackLinkData },
  'changelog.feedback_unlinked': {
    when: 'The link of a changelog entry to feedback was removed.',
    data: FeedbackLinkData,
  },
};
