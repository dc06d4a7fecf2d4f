import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import { ApiRecord, instant } from '../../../platform/http/index.js';
import type { UpvoteRecord } from '../application/vote.queries.js';

@ApiRecord('Upvote', 'A vote for feedback.')
export class UpvoteResponse implements UpvoteRecord {
  static readonly example: UpvoteRecord = {
    user: UserResponse.example,
    created_at: '2026-11-20T15:43:11.870Z',
  };

  @ApiProperty({ description: 'The user who voted.' }) user!: UserResponse;
  @ApiProperty(instant('Time of the vote.')) created_at!: string;
}
