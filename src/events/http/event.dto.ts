import { ApiProperty } from '@nestjs/swagger';
import { LimitParam, type ListQuery, pageSize, ApiRecord } from '../../platform/http/index.js';
import { QueryParam, RepeatableQueryParam } from '../../platform/input/index.js';
import type { PageRequest } from '../../shared/records.js';
import { text } from '../../shared/rules.js';
import { MemberResponse } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';

/** Positions in the feed are event ids instead of cursors, so that readers can store them indefinitely. */
export class EventFeedQuery implements ListQuery {
  @LimitParam() limit?: number;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Id of the last event that was read. Without it, or with `earliest`, the feed starts with the oldest stored event. With `latest`, it starts at its end: the page is empty, and its `Link` leads to the events that follow.',
  })
  after?: string;
  @RepeatableQueryParam(text({ max: 200, required: true }), {
    description: 'Returns events of any of these types.',
  })
  type?: string[];

  page(): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: false,
      ...(this.after === undefined ? {} : { after: [this.after] }),
    };
  }

  nextCursor([id = '']: readonly string[]): [string, string] {
    return ['after', id];
  }
}

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

/** The codes of field errors with their meanings. */
export const eventFieldErrors: Readonly<Record<string, string>> = {
  unknown_event: 'is not the id of an event of the project',
};
