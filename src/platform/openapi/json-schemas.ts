import { getSchemaPath } from '@nestjs/swagger';
import type { RecordClass } from '../http/index.js';

/** A part of the document. */
export type Json = Record<string, unknown>;

/** Returns an object with the same keys and the values that `map` returns. */
export function mapValues<T, U>(
  object: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Returns the schema of an object without other properties. */
export function objectSchema(
  description: unknown,
  properties: Readonly<Record<string, Json>>,
  required: unknown,
): ClassSchema {
  return { type: 'object', description, properties, required, additionalProperties: false };
}

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
export function closeSchema(schema: ClassSchema, name: string): ClassSchema {
  const { description, properties = {}, required = [], [`x-example-${name}`]: example } = schema;
  if (example === undefined) return { ...schema, additionalProperties: false };
  return { ...objectSchema(description, mapValues(properties, simplify), required), examples: [example] };
}

/** Leaves out what the library adds for OpenAPI 3.0: the `allOf` around a reference, and the type of a constant. */
function simplify(property: Property): Json {
  const { allOf: [reference] = [], items, description, type, const: constant } = property;
  if (reference) return { ...reference, description };
  if (constant !== undefined) return { const: constant };
  return items?.['$ref'] ? { type, items, description } : property;
}
