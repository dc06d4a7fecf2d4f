import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, ApiRecord, instant } from '../../../platform/http/index.js';
import { UserResponse } from '../../../identity/index.js';
import type { SubscriberRecord } from '../application/subscription.queries.js';

export class SubscriberListQuery extends PageQuery {}

@ApiRecord('Subscriber', 'A user who is subscribed to feedback or to a changelog.')
export class SubscriberResponse implements SubscriberRecord {
  static readonly example: SubscriberRecord = {
    user: UserResponse.example,
    created_at: '2026-11-20T15:43:11.870Z',
  };

  @ApiProperty({ description: 'The user who is subscribed.' }) user!: UserResponse;
  @ApiProperty(instant('Time of the subscription.')) created_at!: string;
}
