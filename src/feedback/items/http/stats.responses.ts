import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, count } from '../../../platform/http/index.js';
import { statusKinds, TagResponse } from '../../../project/index.js';
import type { FeedbackStatsRecord } from '../application/feedback.queries.js';

const byStatusKind = Object.fromEntries(
  statusKinds.map((kind) => [
    kind,
    count(`Number of feedback records with a status of the kind \`${kind}\`.`),
  ]),
);

@ApiRecord('TagStats', 'A tag and how often it is used.')
export class TagStatsResponse extends TagResponse {
  static override readonly example = { ...TagResponse.example, count: 5 };

  @ApiProperty(count('Number of feedback records with this tag.')) count!: number;
}

@ApiRecord('FeedbackStats', 'Counts of the feedback of a project. Merged feedback is excluded.')
export class FeedbackStatsResponse implements FeedbackStatsRecord {
  static readonly example: FeedbackStatsRecord = {
    total: 12,
    by_status: { in_review: 5, under_discussion: 1, planned: 3, in_progress: 1, completed: 2, rejected: 0 },
    by_status_kind: { open: 6, planned: 3, active: 1, done: 2, closed: 0 },
    by_tag: [TagStatsResponse.example],
  };

  @ApiProperty(count('Number of feedback records.')) total!: number;
  @ApiProperty({
    type: 'object',
    description:
      'Number of feedback records by the key of the status. Contains all statuses of the project, in their order.',
    additionalProperties: { type: 'integer' },
  })
  by_status!: Record<string, number>;
  @ApiProperty({
    type: 'object',
    description: 'Number of feedback records by the kind of the status.',
    properties: byStatusKind,
    required: [...statusKinds],
    selfRequired: true,
    additionalProperties: false,
  })
  by_status_kind!: FeedbackStatsRecord['by_status_kind'];
  @ApiProperty({
    type: [TagStatsResponse],
    description: 'The 100 most used tags, most used first; also tags that are not used.',
  })
  by_tag!: TagStatsResponse[];
}
