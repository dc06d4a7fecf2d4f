import { ApiProperty } from '@nestjs/swagger';
import { type Caller, UserResponse } from '../../../identity/index.js';
import { PageQuery, ApiRecord, instant } from '../../../platform/http/index.js';
import type { OnBehalfOfUser } from '../../items/application/acting-user-resolver.js';
import { OnBehalfOfUserDto } from '../../items/http/on-behalf-of.dto.js';
import type { UpvoteRecord } from '../application/vote.queries.js';

export class CastVoteDto extends OnBehalfOfUserDto {
  voter(caller: Caller): OnBehalfOfUser {
    return this.actingFor(caller);
  }
}

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
