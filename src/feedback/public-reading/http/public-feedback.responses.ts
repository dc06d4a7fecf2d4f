import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { PublicUserResponse } from '../../../identity/index.js';
import { ApiRecord, count } from '../../../platform/http/index.js';
import { StatusResponse } from '../../../project/index.js';
import { CommentResponse } from '../../comments/http/comment.responses.js';
import { type IncludableField, includableFields } from '../../items/application/feedback-view.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';
import { RoadmapColumnResponse } from '../../roadmap/http/roadmap.responses.js';
import {
  type PublicCommentRecord,
  type PublicFeedbackMember,
  publicFeedbackMembers,
  type PublicFeedbackRecord,
  type PublicRoadmapColumnRecord,
} from '../application/public-feedback.service.js';

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
  extends OmitType(CommentResponse, ['user_id', 'user'])
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
