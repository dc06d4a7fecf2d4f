import { getSchemaPath } from '@nestjs/swagger';
import { EventResponse } from '../../../events/index.js';

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
