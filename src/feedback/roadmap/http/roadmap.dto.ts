import { ApiProperty } from '@nestjs/swagger';
import {
  IncludeParam,
  QueryNumber,
  QueryParam,
  RepeatableQueryParam,
} from '../../../platform/input/index.js';
import { integer, oneOf } from '../../../shared/rules.js';
import { feedbackRules } from '../../items/domain/feedback.js';
import { boardFilter } from '../../items/http/feedback-list.dto.js';
import { type IncludableField, includableFields } from '../../items/application/feedback-view.js';
import {
  type RoadmapOptions,
  type RoadmapSort,
  roadmapSorts,
  type RoadmapColumnRecord,
} from '../application/roadmap.queries.js';
import { ApiRecord, count } from '../../../platform/http/index.js';
import { StatusResponse } from '../../../project/index.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';

/** The query of the roadmap, without what concerns the caller. */
export class RoadmapFilterQuery {
  @QueryNumber(integer({ min: 1, max: 100 }), {
    description: 'Maximum number of feedback records of each status.',
    default: 20,
  })
  limit?: number;
  @QueryParam(oneOf(roadmapSorts), { description: 'Order within each status.', default: 'most_upvoted' })
  sort?: RoadmapSort;

  @RepeatableQueryParam(feedbackRules.board, boardFilter) board?: string[];

  options(): RoadmapOptions {
    return { limit: this.limit ?? 20, sort: this.sort ?? 'most_upvoted', boards: this.board };
  }
}

export class RoadmapQuery extends RoadmapFilterQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

@ApiRecord('RoadmapColumn', 'A status on the roadmap with its feedback.')
export class RoadmapColumnResponse implements RoadmapColumnRecord {
  static readonly example: RoadmapColumnRecord = {
    status: StatusResponse.example,
    count: 1,
    feedback: [{ ...FeedbackResponse.example, status: StatusResponse.example.key }],
  };

  @ApiProperty({ description: 'The status.' }) status!: StatusResponse;
  @ApiProperty(count('Number of feedback records with the status.')) count!: number;
  @ApiProperty({ type: [FeedbackResponse], description: 'The first of them.' }) feedback!: FeedbackResponse[];
}
