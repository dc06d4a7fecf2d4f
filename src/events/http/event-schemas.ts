import { getSchemaPath } from '@nestjs/swagger';
import type { RecordClass } from '../../platform/http/index.js';
import type { ClassSchemas, DescribedEvent, DerivedSchemas } from '../../platform/openapi/index.js';
import { EventResponse } from './event.responses.js';

/** Returns what the API document says of events: a schema for each type, and `Event`, the union of all types. */
export function describeEvents(events: Readonly<Record<string, DescribedEvent>>): DerivedSchemas {
  const described = Object.entries(events);
  const former = described.flatMap(([, { previous }]) => previous ?? []);
  return {
    records: [EventResponse, ...described.map(([, { data }]) => data), ...former],
    derive: (schemas) => ({
      ...Object.fromEntries(former.map((model) => withoutDescriptions(nameOf(model), schemas))),
      ...variantsOf(described, schemas),
    }),
  };
}

function variantsOf(events: readonly [type: string, DescribedEvent][], schemas: ClassSchemas): ClassSchemas {
  const { description, examples: _, ...envelope } = schemas[nameOf(EventResponse)]!;
  const variants = events.map(([type, { when, data, previous }]) => {
    const own = {
      type: { type: 'string', enum: [type] },
      data: { $ref: getSchemaPath(data) },
      previous: { $ref: getSchemaPath(previous ?? 'Nothing') },
    };
    const properties = { ...envelope.properties, ...own };
    return { type, name: variantName(type), schema: { ...envelope, description: when, properties } };
  });
  const union = {
    description,
    type: 'object',
    oneOf: variants.map(({ name }) => ({ $ref: getSchemaPath(name) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(variants.map(({ type, name }) => [type, getSchemaPath(name)])),
    },
  };
  return {
    ...Object.fromEntries(variants.map(({ name, schema }) => [name, schema])),
    [nameOf(EventResponse)]: union,
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

/** Returns a name like `FeedbackCreatedEvent`. */
function variantName(type: string): string {
  const words = type.split(/[._]/).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}

function nameOf(model: RecordClass): string {
  return getSchemaPath(model).split('/').at(-1)!;
}
