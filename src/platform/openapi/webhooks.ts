import type { ApiDescription } from './api-description.js';
import { type Json, mapValues, schemaRef } from './json-schemas.js';

const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the event. It is the same whenever the event is sent again.',
  'webhook-timestamp': 'When this was sent, in seconds since 1970.',
  'webhook-signature': 'One signature or several, apart by spaces: `v1,` and the HMAC-SHA256 in Base64.',
};

/** Returns the requests that webhooks receive, by type of event. */
export function describeWebhooks({ events, event }: ApiDescription): Json {
  const schema = { type: 'string' };
  const parameters = Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', required: true, description, schema };
  });
  return mapValues(events, ({ when, data }, type) => {
    const message = {
      allOf: [schemaRef(event), { properties: { type: { const: type }, data: schemaRef(data) } }],
    };
    const example = { ...event.example, type, data: data.example, previous: {} };
    const operation = {
      operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: type,
      description: when,
      tags: ['Webhooks'],
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: message, example } } },
      responses: {
        '2XX': { description: 'It was received.' },
        '4XX': { description: 'A failure: it is sent again. Only 410 disables the webhook.' },
      },
    };
    return { post: operation };
  });
}
