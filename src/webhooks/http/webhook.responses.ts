import { ApiProperty } from '@nestjs/swagger';
import { EventResponse } from '../../events/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { ApiRecord, choice, count, id, instant, instantOrNull } from '../../platform/http/index.js';
import type { JsonSchema } from '../../shared/rules.js';
import type { AttemptRecord, DeliveryRecord, WebhookRecord } from '../application/webhook.queries.js';

@ApiRecord('Nothing', 'What a test tells: nothing has happened.')
class NoData {
  static readonly example = {};
}

/** Messages of this module, by their types. They are in no feed. */
export const webhookEvents: Readonly<Record<'webhook.test', DescribedEvent>> = {
  'webhook.test': {
    when: 'Somebody wanted to see whether the webhook works. It is in no feed.',
    data: NoData,
  },
};

@ApiRecord('Webhook', 'A URL to which events of a project are posted.')
export class WebhookResponse implements WebhookRecord {
  static readonly example: WebhookRecord = {
    id: '01a1f9a1-0b3c-7f0e-9c55-4d2a1b6e8f90',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    url: 'https://hooks.example.com/feedback',
    description: 'Tells the support desk.',
    event_types: ['feedback.created', 'changelog.published'],
    enabled: true,
    disabled_reason: '',
    created_at: '2026-11-20T15:44:07.260Z',
  };

  @ApiProperty(id('Id of the webhook.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty({ description: 'Where events are posted to.' }) url!: string;
  @ApiProperty({ description: 'What the webhook is for.' }) description!: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'Types of the events that are sent; `[]` stands for all.',
  })
  event_types!: string[];
  @ApiProperty({ description: 'Whether events are sent. Set to `true`, it forgets why it was disabled.' })
  enabled!: boolean;
  @ApiProperty({ description: 'Why the service disabled it: a sentence; empty where it did not.' })
  disabled_reason!: string;
  @ApiProperty(instant('When it was made.')) created_at!: string;
}

/** A webhook with its secret. */
@ApiRecord('NewWebhook', 'A webhook with a secret that was just made.')
export class NewWebhookResponse extends WebhookResponse {
  static override readonly example: NewWebhookResponse = {
    ...WebhookResponse.example,
    secret: 'whsec_Zm9yLXRoZS1leGFtcGxlLW9ubHktMzItYnl0ZXMtbG9uZw==',
  };

  @ApiProperty({ description: 'What signs the events (Standard Webhooks 1.0). It is shown this once.' })
  secret!: string;
}

const attemptFields: { readonly [Field in keyof AttemptRecord]: JsonSchema } = {
  at: instant('When it was made.'),
  status_code: { type: ['integer', 'null'], description: 'Status of the answer; `null` where none came.' },
  duration_ms: count('How long it took, in milliseconds.'),
  error: { type: 'string', description: 'What went wrong: a sentence; empty where it succeeded.' },
  response: { type: 'string', description: "The first 1,024 bytes of the answer's body." },
};

/** An event that is sent to a webhook. */
@ApiRecord('Delivery', 'An event on its way to a webhook.')
export class DeliveryResponse implements DeliveryRecord {
  static readonly example: DeliveryRecord = {
    id: '01a1f9a1-2f41-7b6d-a3a5-0c9e7d5b4a12',
    event_id: EventResponse.example.id,
    event_type: 'feedback.created',
    status: 'delivered',
    created_at: '2026-11-20T15:45:00.120Z',
    next_attempt_at: null,
    attempts: [
      { at: '2026-11-20T15:45:00.310Z', status_code: 204, duration_ms: 87, error: '', response: '' },
    ],
  };

  @ApiProperty(id('Id of the delivery.')) id!: string;
  @ApiProperty(id('Id of the event.')) event_id!: string;
  @ApiProperty({ description: 'Type of the event.' }) event_type!: string;
  @ApiProperty(
    choice(['pending', 'delivered', 'failed'], 'Whether it is still to be sent, was taken, or was given up.'),
  )
  status!: DeliveryRecord['status'];
  @ApiProperty(instant('When it was made.')) created_at!: string;
  @ApiProperty(instantOrNull('When it is tried next; `null` unless it is pending.'))
  next_attempt_at!: string | null;
  @ApiProperty({
    type: 'array',
    description: 'What was tried, oldest first: the newest 50.',
    items: {
      type: 'object',
      properties: attemptFields,
      required: Object.keys(attemptFields),
      additionalProperties: false,
    },
  })
  attempts!: AttemptRecord[];
}
