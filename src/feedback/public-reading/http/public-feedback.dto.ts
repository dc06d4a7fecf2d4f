import { IncludeParam } from '../../../platform/input/index.js';
import { type PublicFeedbackMember, publicFeedbackMembers } from '../application/public-feedback.service.js';
import { FeedbackFilterQuery, TitleQuery } from '../../items/http/feedback-list.dto.js';
import { RoadmapFilterQuery } from '../../roadmap/http/roadmap.dto.js';

/** The query of operations that return public feedback, but no list. */
export class PublicFeedbackQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicFeedbackListQuery extends FeedbackFilterQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicSimilarFeedbackQuery extends TitleQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicRoadmapQuery extends RoadmapFilterQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}
