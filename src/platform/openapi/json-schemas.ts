import { getSchemaPath } from '@nestjs/swagger';
import { exampleOf } from '../http/index.js';
import { anyFields } from '../input/index.js';

/** A part of the document. */
export type Json = Record<string, unknown>;

/** An operation of the document, with the parts that operations share. */
export interface OperationPart extends Json {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly parameters: Json[];
  readonly responses: Record<string, Json>;
}

/** Returns an object with the same keys and the values that `map` returns. */
export function mapValues<T, U>(
  object: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Returns a name in PascalCase: `If-Match` becomes `IfMatch`, `feedback.created` becomes `FeedbackCreated`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
}

type Property = Json & { readonly allOf?: readonly Json[]; readonly items?: Json };

/** The schema of an object. */
export type ClassSchema = Json & { readonly properties?: Readonly<Record<string, Property>> };

/** Schemas by name. */
export type ClassSchemas = Record<string, ClassSchema>;

/** Returns the name of a class in the document. */
export function schemaName(model: new () => object): string {
  return getSchemaPath(model).split('/').at(-1)!;
}

/** Returns a reference to the schema of a class, or to the schema of that name. */
export function schemaRef(model: (new () => object) | string): { $ref: string } {
  return { $ref: getSchemaPath(model) };
}

/** Closes a schema for unknown fields, unless it has fields of any name, and adds the example of a record. */
export function closeSchema(schema: ClassSchema, name: string): ClassSchema {
  const { [anyFields]: isOpen, ...closed } = schema;
  const { description, properties = {}, required = [] } = closed;
  const example = exampleOf(name);
  const examples = example && [example];
  if (isOpen) return { type: 'object', description, additionalProperties: true, examples };
  if (!example) return { ...closed, additionalProperties: false };
  return {
    type: 'object',
    description,
    properties: mapValues(properties, simplify),
    required,
    additionalProperties: false,
    examples,
  };
}

/** Removes what the library adds for OpenAPI 3.0: the `allOf` around a reference. */
function simplify(property: Property): Json {
  const { allOf: [reference] = [], items, description, type } = property;
  if (reference) return { ...reference, description };
  return items?.['$ref'] ? { type, items, description } : property;
}
