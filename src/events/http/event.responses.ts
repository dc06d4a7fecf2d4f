import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord } from '../../platform/http/index.js';
import { MemberResponse } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';

/** An event in the feed or in a message to a webhook. */
@ApiRecord(
  'Event',
  'A change in a project. `id` is identical in the feed and in all deliveries, `actor_id` is the user who caused the event, ' +
    '`data` is the record at the time of the event, as editors see it, and `previous` has the previous values of the changed ' +
    'fields. The order of fields is undefined. New types may be added; ignore unknown ones.',
)
export class EventResponse implements EventRecord {
  static readonly example: EventRecord = {
    id: '01a1f99e-5120-7c3a-8a8e-2d1f0e9b7a64',
    type: 'member.updated',
    timestamp: '2026-11-20T15:45:00.000Z',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    actor_id: MemberResponse.example.user.id,
    data: MemberResponse.example,
    previous: { role: 'editor' },
  };

  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() type!: string;
  @ApiProperty({ format: 'date-time' }) timestamp!: string;
  @ApiProperty({ format: 'uuid' }) project_id!: string;
  @ApiProperty({ format: 'uuid' }) actor_id!: string;
  @ApiProperty() data!: object;
  @ApiProperty() previous!: object;
}
