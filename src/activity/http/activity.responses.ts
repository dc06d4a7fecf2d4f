import type { DescribedEvent } from '../../platform/openapi/index.js';
import {
  boolean,
  choice,
  count,
  id,
  instant,
  instantOrNull,
  Shape,
  string,
} from '../../platform/http/index.js';
import { memberShape } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';
import type { JsonSchema } from '../../shared/rules.js';
import type { AttemptRecord, DeliveryRecord, WebhookRecord } from '../application/webhook.queries.js';

/** An event, as the feed has it and as webhooks are sent it. */
export const eventShape = new Shape<EventRecord>(
  'Event',
  'Something that happened in a project.',
  {
    id: id('Id of the event: the same wherever it is told, and however often.'),
    type: {
      type: 'string',
      description: 'What happened. New types may be added: take no notice of those you do not know.',
    },
    timestamp: instant('When it happened.'),
    project_id: id('Id of the project.'),
    actor_id: id('Id of the user who did it.'),
    data: {
      type: 'object',
      description: 'The record as it was then, as editors see it. The order of its fields is not promised.',
    },
    previous: {
      type: 'object',
      description: 'The former values of the fields that changed; `{}` where there are none.',
    },
  },
  {
    id: '01a1f99e-5120-7c3a-8a8e-2d1f0e9b7a64',
    type: 'member.updated',
    timestamp: '2026-11-20T15:45:00.000Z',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    actor_id: memberShape.example.user.id,
    data: memberShape.example,
    previous: { role: 'editor' },
  },
);

const nothing = new Shape<Record<never, never>>(
  'Nothing',
  'What a test tells: nothing has happened.',
  {},
  {},
);

/** Messages of this module, by their types. They are in no feed. */
export const activityEvents: Readonly<Record<'webhook.test', DescribedEvent>> = {
  'webhook.test': {
    when: 'Somebody wanted to see whether the webhook works. It is in no feed.',
    data: nothing,
  },
};

const webhookFields = {
  id: id('Id of the webhook.'),
  project_id: id('Id of the project.'),
  url: string('Where events are posted to.'),
  description: string('What the webhook is for.'),
  event_types: {
    type: 'array',
    items: { type: 'string' },
    description: 'Types of the events that are sent; `[]` stands for all.',
  },
  enabled: boolean('Whether events are sent. Set to `true`, it forgets why it was disabled.'),
  disabled_reason: string('Why the service disabled it: a sentence; empty where it did not.'),
  created_at: instant('When it was made.'),
};

const webhook: WebhookRecord = {
  id: '01a1f9a1-0b3c-7f0e-9c55-4d2a1b6e8f90',
  project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
  url: 'https://hooks.example.com/feedback',
  description: 'Tells the support desk.',
  event_types: ['feedback.created', 'changelog.published'],
  enabled: true,
  disabled_reason: '',
  created_at: '2026-11-20T15:44:07.260Z',
};

export const webhookShape = new Shape<WebhookRecord>(
  'Webhook',
  'A URL to which events of a project are posted.',
  webhookFields,
  webhook,
);

/** A webhook with its secret. */
export const newWebhookShape = new Shape<WebhookRecord & { secret: string }>(
  'NewWebhook',
  'A webhook with a secret that was just made.',
  {
    ...webhookFields,
    secret: string('What signs the events (Standard Webhooks 1.0). It is shown this once.'),
  },
  { ...webhook, secret: 'whsec_Zm9yLXRoZS1leGFtcGxlLW9ubHktMzItYnl0ZXMtbG9uZw==' },
);

const attemptFields: { readonly [Field in keyof AttemptRecord]: JsonSchema } = {
  at: instant('When it was made.'),
  status_code: { type: ['integer', 'null'], description: 'Status of the answer; `null` where none came.' },
  duration_ms: count('How long it took, in milliseconds.'),
  error: string('What went wrong: a sentence; empty where it succeeded.'),
  response: string("The first 1,024 bytes of the answer's body."),
};

/** An event that is sent to a webhook. */
export const deliveryShape = new Shape<DeliveryRecord>(
  'Delivery',
  'An event on its way to a webhook.',
  {
    id: id('Id of the delivery.'),
    event_id: id('Id of the event.'),
    event_type: string('Type of the event.'),
    status: choice(
      ['pending', 'delivered', 'failed'],
      'Whether it is still to be sent, was taken, or was given up.',
    ),
    created_at: instant('When it was made.'),
    next_attempt_at: instantOrNull('When it is tried next; `null` unless it is pending.'),
    attempts: {
      type: 'array',
      description: 'What was tried, oldest first: the newest 50.',
      items: {
        type: 'object',
        properties: attemptFields,
        required: Object.keys(attemptFields),
        additionalProperties: false,
      },
    },
  },
  {
    id: '01a1f9a1-2f41-7b6d-a3a5-0c9e7d5b4a12',
    event_id: eventShape.example.id,
    event_type: 'feedback.created',
    status: 'delivered',
    created_at: '2026-11-20T15:45:00.120Z',
    next_attempt_at: null,
    attempts: [
      { at: '2026-11-20T15:45:00.310Z', status_code: 204, duration_ms: 87, error: '', response: '' },
    ],
  },
);
