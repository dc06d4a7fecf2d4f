import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, id, instant } from '../../platform/http/index.js';
import { MemberResponse } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';

/** An event, as the feed and webhooks contain it. */
@ApiRecord('Event', 'Something that happened in a project.')
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

  @ApiProperty(id('Id of the event: the same wherever it is told, and however often.')) id!: string;
  @ApiProperty({
    description: 'What happened. New types may be added: take no notice of those you do not know.',
  })
  type!: string;
  @ApiProperty(instant('When it happened.')) timestamp!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty(id('Id of the user who did it.')) actor_id!: string;
  @ApiProperty({
    description: 'The record as it was then, as editors see it. The order of its fields is not promised.',
  })
  data!: object;
  @ApiProperty({ description: 'The former values of the fields that changed; `{}` where there are none.' })
  previous!: object;
}
