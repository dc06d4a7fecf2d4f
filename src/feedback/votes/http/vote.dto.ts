import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import { PageQuery, ApiRecord, instant } from '../../../platform/http/index.js';
import { OnBehalfOfUserDto } from '../../items/http/on-behalf-of.dto.js';
import type { UpvoteRecord } from '../application/vote.queries.js';

/** The body of `createUpvote`: the voter. The schema `CastVoteRequest` is named after the class. */
export class CastVoteDto extends OnBehalfOfUserDto {}

export class UpvoteListQuery extends PageQuery {}

@ApiRecord('Upvote', 'A vote for feedback.')
export class UpvoteResponse implements UpvoteRecord {
  static readonly example: UpvoteRecord = {
    user: UserResponse.example,
    created_at: '2026-11-20T15:43:11.870Z',
  };

  @ApiProperty({ description: 'The user who voted.' }) user!: UserResponse;
  @ApiProperty(instant('Time of the vote.')) created_at!: string;
}
