import { ApiSchema, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  PageQuery,
  ApiRecord,
  choice,
  count,
  id,
  instant,
  instantOrNull,
  type PathParameter,
} from '../../../platform/http/index.js';
import { arrayOf, Field, objectOf, OptionalField, ReadOnlyField } from '../../../platform/input/index.js';
import { maxEventTypes, type WebhookChanges, webhookRules, type WebhookRecord } from '../domain/webhook.js';
import { EventResponse } from '../../../events/index.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';
import type { JsonSchema } from '../../../shared/rules.js';
import type { AttemptRecord, DeliveryRecord } from '../domain/delivery.js';
import { DeliveryNotFound, WebhookNotFound } from '../domain/webhook.errors.js';

export class WebhookListQuery extends PageQuery {}

export class DeliveryListQuery extends PageQuery {}

const conditionDescription = 'Condition, which replaces the current one; `{}` removes it.';

@ApiSchema({ name: 'WebhookConditionRequest' })
class WebhookConditionDto {
  @OptionalField(webhookRules.minUpvotes, {
    description:
      'Of the events `feedback.upvoted` of each feedback, sends only the first with at least this number of votes.',
  })
  min_upvotes?: number;
}

export class CreateWebhookDto {
  @Field(webhookRules.url) url!: string;
  @OptionalField(arrayOf(webhookRules.eventTypes, { maxItems: maxEventTypes })) event_types?: string[];
  @OptionalField(objectOf(() => WebhookConditionDto), { description: conditionDescription })
  when?: WebhookConditionDto;
  @OptionalField(webhookRules.description) description?: string;
  @OptionalField(webhookRules.enabled) enabled?: boolean;

  values(): WebhookChanges & { url: string } {
    return { ...changes(this), url: this.url };
  }
}

export class UpdateWebhookDto {
  @OptionalField(webhookRules.url) url?: string;
  @OptionalField(arrayOf(webhookRules.eventTypes, { maxItems: maxEventTypes })) event_types?: string[];
  @OptionalField(objectOf(() => WebhookConditionDto), { description: conditionDescription })
  when?: WebhookConditionDto;
  @OptionalField(webhookRules.description) description?: string;
  @OptionalField(webhookRules.enabled) enabled?: boolean;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() disabled_reason?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): WebhookChanges {
    return changes(this);
  }
}

export class TestWebhookDto {
  @OptionalField(webhookRules.eventTypes, {
    description: 'Type of the event whose example is sent; `webhook.test` if omitted.',
  })
  type?: string;
}

function changes(body: CreateWebhookDto | UpdateWebhookDto): WebhookChanges {
  return {
    url: body.url,
    eventTypes: body.event_types,
    description: body.description,
    enabled: body.enabled,
    when: body.when && { minUpvotes: body.when.min_upvotes },
  };
}

@ApiRecord('Nothing', 'The empty data of a test event.')
class NoData {
  static readonly example = {};
}

/** The messages of this module by type. They are not part of the feed. */
export const webhookEvents: Readonly<Record<'webhook.test', DescribedEvent>> = {
  'webhook.test': {
    when: 'A test of the webhook was requested. The event is not part of the feed.',
    data: NoData,
  },
};

@ApiRecord('Webhook', 'A URL to which events of a project are posted.')
export class WebhookResponse implements WebhookRecord {
  static readonly example: WebhookRecord = {
    id: '01a1f9a1-0b3c-7f0e-9c55-4d2a1b6e8f90',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    url: 'https://hooks.example.com/feedback',
    description: 'Notifies the support desk.',
    event_types: ['feedback.created', 'feedback.upvoted'],
    when: { min_upvotes: 50 },
    enabled: true,
    disabled_reason: '',
    created_at: '2026-11-20T15:44:07.260Z',
  };

  @ApiProperty(id('Id of the webhook.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty({ description: 'URL that events are posted to.' }) url!: string;
  @ApiProperty({ description: 'Description, for example the purpose of the webhook.' }) description!: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'Types of the events that are sent; `[]` selects all types.',
  })
  event_types!: string[];
  @ApiProperty({
    type: 'object',
    description:
      'Condition. With `min_upvotes`, `feedback.upvoted` is sent once for each feedback, when it has this number of votes. `{}`: no condition.',
    properties: { min_upvotes: { type: 'integer', minimum: 1, description: 'Minimum number of votes.' } },
    additionalProperties: false,
  })
  when!: WebhookRecord['when'];
  @ApiProperty({ description: 'Whether events are sent. Setting it to `true` clears `disabled_reason`.' })
  enabled!: boolean;
  @ApiProperty({ description: 'Reason why the service disabled the webhook; empty if it did not.' })
  disabled_reason!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
}

/** A webhook with its secret. */
@ApiRecord('NewWebhook', 'A webhook with its new secret.')
export class NewWebhookResponse extends WebhookResponse {
  static override readonly example: NewWebhookResponse = {
    ...WebhookResponse.example,
    secret: 'whsec_Zm9yLXRoZS1leGFtcGxlLW9ubHktMzItYnl0ZXMtbG9uZw==',
  };

  @ApiProperty({
    description: 'Secret that signs the messages (Standard Webhooks 1.0). It is returned only once.',
  })
  secret!: string;
}

const attemptFields: { readonly [Field in keyof AttemptRecord]: JsonSchema } = {
  at: instant('Time of the attempt.'),
  status_code: {
    type: ['integer', 'null'],
    description: 'HTTP status of the response; `null` if there was none.',
  },
  duration_ms: count('Duration in milliseconds.'),
  error: { type: 'string', description: 'Reason of the failure; empty after a success.' },
  response: { type: 'string', description: 'The first 1,024 bytes of the response body.' },
};

/** The delivery of an event to a webhook. */
@ApiRecord('Delivery', 'The delivery of an event to a webhook.')
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
    choice(['pending', 'delivered', 'failed'], 'Status. A delivery fails after its last attempt has failed.'),
  )
  status!: DeliveryRecord['status'];
  @ApiProperty(instant('Time of creation.')) created_at!: string;
  @ApiProperty(instantOrNull('Time of the next attempt; `null` unless the delivery is pending.'))
  next_attempt_at!: string | null;
  @ApiProperty({
    type: 'array',
    description: 'The newest 50 attempts, oldest first.',
    items: {
      type: 'object',
      properties: attemptFields,
      required: Object.keys(attemptFields),
      additionalProperties: false,
    },
  })
  attempts!: AttemptRecord[];
}

/** `{webhookId}`. */
export const webhookParameter: PathParameter = {
  schema: { ...id('Id of the webhook.'), example: WebhookResponse.example.id },
  problems: [new WebhookNotFound()],
};

/** `{deliveryId}`. */
export const deliveryParameter: PathParameter = {
  schema: { ...id('Id of the delivery.'), example: DeliveryResponse.example.id },
  problems: [new DeliveryNotFound()],
};

/** The codes of field errors with their meanings. */
export const webhookFieldErrors: Readonly<Record<string, string>> = {
  out_of_range: 'is not a number in the allowed range',
  private_target: 'is a URL of a private address, which the service does not post to',
};

const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event, identical in all deliveries.',
  'webhook-timestamp': 'Time of sending, in seconds since 1970.',
  'webhook-signature': 'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 in Base64.',
};

/** What the API document says of the request that webhooks receive. */
export const receivedEvent = {
  operationId: 'receiveEvent',
  summary: 'Receive an event',
  description: 'Each event is posted to the webhooks of its project that select its `type`.',
  tags: ['Webhooks'],
  security: [],
  parameters: Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', required: true, description, schema: { type: 'string' } };
  }),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: getSchemaPath(EventResponse) } } },
  },
  responses: {
    '2XX': { description: 'Received.' },
    '4XX': { description: 'A failure, after which the event is sent again. A 410 disables the webhook.' },
  },
};
