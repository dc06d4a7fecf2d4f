import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IncludeParam } from '../../../platform/input/index.js';
import {
  type PublicCommentMember,
  publicCommentMembers,
  type PublicFeedbackMember,
  publicFeedbackMembers,
  type PublicCommentRecord,
  type PublicFeedbackRecord,
  type PublicRoadmapColumnRecord,
} from '../application/public-feedback.service.js';
import { FeedbackFilterQuery, TitleQuery } from '../../items/http/feedback-list.dto.js';
import { RoadmapFilterQuery, RoadmapColumnResponse } from '../../roadmap/http/roadmap.dto.js';
import { PublicUserResponse } from '../../../identity/index.js';
import { ApiRecord, count } from '../../../platform/http/index.js';
import { StatusResponse } from '../../../project/index.js';
import { CommentFilterQuery, CommentResponse } from '../../comments/http/comment.dto.js';
import { type IncludableField, includableFields } from '../../items/application/feedback-view.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';

/** The query of operations that return public feedback, but no list. */
export class PublicFeedbackQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicFeedbackListQuery extends FeedbackFilterQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicCommentListQuery extends CommentFilterQuery {
  @IncludeParam(publicCommentMembers) include?: PublicCommentMember[];
}

export class PublicSimilarFeedbackQuery extends TitleQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

export class PublicRoadmapQuery extends RoadmapFilterQuery {
  @IncludeParam(publicFeedbackMembers) include?: PublicFeedbackMember[];
}

const { user_id: _, user: __, ...publicFeedback } = FeedbackResponse.example;

const privateMembers = includableFields.filter(
  (name): name is Exclude<IncludableField, PublicFeedbackMember> =>
    !(publicFeedbackMembers as readonly IncludableField[]).includes(name),
);

@ApiRecord('PublicFeedback', 'Feedback as everyone can read it.')
export class PublicFeedbackResponse
  extends OmitType(FeedbackResponse, ['user_id', 'user', ...privateMembers])
  implements PublicFeedbackRecord
{
  static readonly example: PublicFeedbackRecord = publicFeedback;

  @ApiPropertyOptional({ description: 'The user who submitted it, if `public_names` is set.' })
  user?: PublicUserResponse;
}

const { user_id: _id, user: _user, ...publicComment } = CommentResponse.example;

@ApiRecord('PublicComment', 'A comment as everyone can read it.')
export class PublicCommentResponse
  extends OmitType(CommentResponse, ['user_id', 'user', 'metadata', 'fields'])
  implements PublicCommentRecord
{
  static readonly example: PublicCommentRecord = publicComment;

  @ApiPropertyOptional({ description: 'The author, if `public_names` is set.' })
  user?: PublicUserResponse;
}

@ApiRecord('PublicRoadmapColumn', 'A status on the roadmap with its feedback, as everyone can read it.')
export class PublicRoadmapColumnResponse implements PublicRoadmapColumnRecord {
  static readonly example: PublicRoadmapColumnRecord = {
    ...RoadmapColumnResponse.example,
    feedback: [{ ...PublicFeedbackResponse.example, status: StatusResponse.example.key }],
  };

  @ApiProperty({ description: 'The status.' }) status!: StatusResponse;
  @ApiProperty(count('Number of feedback records with the status.')) count!: number;
  @ApiProperty({ type: [PublicFeedbackResponse], description: 'The first of them.' })
  feedback!: PublicFeedbackResponse[];
}
