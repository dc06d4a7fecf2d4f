import type { ApiDescription } from './api-description.js';
import {
  type ClassSchemas,
  closedObject,
  mapValues,
  type Json,
  pascalCase,
  schemaName,
  schemaRef,
  withoutDescriptions,
} from './json-schemas.js';

const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event, identical in all deliveries.',
  'webhook-timestamp': 'Time of sending, in seconds since 1970.',
  'webhook-signature': 'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 in Base64.',
};

/** Returns the request that webhooks receive. */
export function describeWebhook({ event }: ApiDescription): Json {
  const parameters = Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', required: true, description, schema: { type: 'string' } };
  });
  return {
    operationId: 'receiveEvent',
    summary: 'Receive an event',
    description: 'Each event is posted to the webhooks of its project that select its `type`.',
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(event) } } },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'A failure, after which the event is sent again. A 410 disables the webhook.' },
    },
  };
}

/** Returns a schema for each type of event, and the schema of events: the union of all types. */
export function eventSchemas({ event, events }: ApiDescription, schemas: ClassSchemas): ClassSchemas {
  const { description, properties, required } = schemas[schemaName(event)]!;
  const variants = Object.entries(events).map(([type, { when, data, previous }]) => {
    const own = {
      type: { type: 'string', enum: [type] },
      data: schemaRef(data),
      previous: schemaRef(previous ?? 'Nothing'),
    };
    return [variantName(type), closedObject(when, { ...properties, ...own }, required)] as const;
  });
  const mapping = mapValues(events, (_, type) => schemaRef(variantName(type)).$ref);
  const union = {
    description,
    type: 'object',
    oneOf: variants.map(([name]) => schemaRef(name)),
    discriminator: { propertyName: 'type', mapping },
  };
  const former = Object.values(events).flatMap(({ previous }) => (previous ? [schemaName(previous)] : []));
  return {
    ...Object.fromEntries(former.map((name) => [name, withoutDescriptions(schemas[name]!)])),
    ...Object.fromEntries(variants),
    [schemaName(event)]: union,
  };
}

function variantName(type: string): string {
  return `${pascalCase(type)}Event`;
}
