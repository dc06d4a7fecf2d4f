import { getSchemaPath } from '@nestjs/swagger';
import type { RecordClass } from '../http/index.js';

/** A part of the document. */
export type Json = Record<string, unknown>;

type Property = Json & { readonly allOf?: readonly Json[]; readonly items?: Json };

/** A schema that the library created from a class. */
export type ClassSchema = Json & { readonly properties?: Readonly<Record<string, Property>> };

/** Schemas by name. */
export type ClassSchemas = Record<string, ClassSchema>;

/** Returns the name of a class in the document. */
export function schemaName(model: RecordClass): string {
  return getSchemaPath(model).split('/').at(-1)!;
}

/** Returns a reference to the schema of a class, or to the schema of that name. */
export function schemaRef(model: RecordClass | string): Json {
  return { $ref: getSchemaPath(model) };
}

/** Closes a schema for unknown fields, and moves the example of a record to where JSON Schema has it. */
export function closeSchema(name: string, schema: ClassSchema): ClassSchema {
  const { description, properties = {}, required = [], [`x-example-${name}`]: example } = schema;
  if (example === undefined) return { ...schema, additionalProperties: false };
  const fields = Object.entries(properties).map(([field, property]) => [field, simplify(property)]);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(fields) as Record<string, Property>,
    required,
    additionalProperties: false,
    examples: [example],
  };
}

/** Leaves out what the library adds for OpenAPI 3.0: the `allOf` around a reference, and the type of a constant. */
function simplify(property: Property): Json {
  const { allOf: [reference] = [], items, description, type, const: constant } = property;
  if (reference) return { ...reference, description };
  if (constant !== undefined) return { const: constant };
  return items?.['$ref'] ? { type, items, description } : property;
}
