import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, count } from '../../../platform/http/index.js';
import { StatusResponse } from '../../../project/index.js';
import type { RoadmapColumnRecord } from '../application/roadmap.queries.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';

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
