import type { EventContent } from '../domain/event-types.js';
import {
  type ClassSchemas,
  type DescribedEvent,
  type DerivedSchemas,
  mapValues,
  pascalCase,
  schemaName,
  schemaRef,
} from '../../platform/openapi/index.js';
import { EventResponse } from './event.dto.js';

/** Returns what the API document says of events: a schema for each type, and `Event`, the union of all types. */
export function describeEvents(events: Readonly<Record<string, DescribedEvent>>): DerivedSchemas {
  const described = Object.entries(events);
  const former = described.flatMap(([, { previous }]) => previous ?? []);
  return {
    records: [EventResponse, ...described.map(([, { data }]) => data), ...former],
    derive: (schemas) => ({
      ...Object.fromEntries(former.map((model) => withoutDescriptions(schemaName(model), schemas))),
      ...variantsOf(described, schemas),
    }),
  };
}

/** Returns an example of each event, made of the examples of its records. */
export function examplesOf(
  events: Readonly<Record<string, DescribedEvent>>,
): Readonly<Record<string, EventContent>> {
  return mapValues(events, ({ data, previous }) => ({
    data: data.example,
    previous: previous?.example ?? {},
  }));
}

function variantsOf(events: readonly [type: string, DescribedEvent][], schemas: ClassSchemas): ClassSchemas {
  const { description, examples: _, ...envelope } = schemas[schemaName(EventResponse)]!;
  const variants = events.map(([type, { when, data, previous }]) => {
    const own = {
      type: { type: 'string', enum: [type] },
      data: schemaRef(data),
      previous: schemaRef(previous ?? 'Nothing'),
    };
    const properties = { ...envelope.properties, ...own };
    return { type, name: `${pascalCase(type)}Event`, schema: { ...envelope, description: when, properties } };
  });
  const union = {
    description,
    type: 'object',
    oneOf: variants.map(({ name }) => schemaRef(name)),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(variants.map(({ type, name }) => [type, schemaRef(name).$ref])),
    },
  };
  return {
    ...Object.fromEntries(variants.map(({ name, schema }) => [name, schema])),
    [schemaName(EventResponse)]: union,
  };
}

/** Returns the schema of a former record, whose fields are described in the record. */
function withoutDescriptions(name: string, schemas: ClassSchemas): [name: string, ClassSchemas[string]] {
  const { properties = {}, ...schema } = schemas[name]!;
  const fields = Object.entries(properties).map(([field, { description: _, ...property }]) => [
    field,
    property,
  ]);
  return [name, { ...schema, properties: Object.fromEntries(fields) as typeof properties }];
}
