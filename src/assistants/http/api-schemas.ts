import type { OpenAPIObject } from '@nestjs/swagger';
import type { JsonSchema } from '../../shared/rules.js';

/** The schemas of the API document by their names. */
export type ApiSchemas = Readonly<Record<string, JsonSchema>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** What the API document says of the input of an operation. */
export interface DocumentedOperation {
  /** Such as `/v1/projects/{projectSlug}`. */
  readonly path: string;
  /** The parameters of the path and of the query. */
  readonly parameters: readonly Parameter[];
  /** The fields of the body, and which of them are required. */
  readonly fields: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

interface OperationEntry {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/** Returns what the document says of an operation; undefined if it has none with this id. */
export function findOperation(document: OpenAPIObject, id: string): DocumentedOperation | undefined {
  for (const [path, methods] of Object.entries(document.paths)) {
    const entry = Object.values(methods as Record<string, OperationEntry>).find(
      ({ operationId }) => operationId === id,
    );
    if (!entry) continue;
    const resolve = (part: object): JsonSchema =>
      '$ref' in part ? (lookUp(document, String(part.$ref)) as JsonSchema) : (part as JsonSchema);
    const parameters = (entry.parameters ?? []).map((each) => resolve(each) as unknown as Parameter);
    const body = resolve(entry.requestBody?.content['application/json']?.schema ?? {});
    return {
      path,
      parameters: parameters.filter((parameter) => parameter.in !== 'header'),
      fields: (body['properties'] ?? {}) as Record<string, JsonSchema>,
      required: (body['required'] ?? []) as string[],
    };
  }
  return undefined;
}

/** Returns the part of the document that a reference such as `#/components/schemas/Feedback` leads to. */
function lookUp(document: object, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
}

const componentPrefix = '#/components/schemas/';

/** How a schema is copied: `omit` are keywords, and without `optional` objects have only the properties that are required. */
interface CopyOptions {
  readonly omit: readonly string[];
  readonly optional: boolean;
}

/** Returns a schema that stands on its own: it contains those that it refers to as `$defs`. */
export function standalone(schema: JsonSchema, schemas: ApiSchemas, options: CopyOptions): JsonSchema {
  const definitions: Record<string, unknown> = {};
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
        if (options.omit.includes(name)) return [];
        if (name === '$ref') return [[name, refer(String(value))]];
        return [[name, name === 'properties' ? copyProperties(value as object, part) : copy(value)]];
      }),
    );
  };
  /** The names of properties are no keywords. */
  const copyProperties = (properties: object, { required = [] }: { required?: string[] }): object =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => options.optional || required.includes(name))
        .map(([name, value]) => [name, copy(value)]),
    );
  const refer = (reference: string): string => {
    const name = reference.slice(componentPrefix.length);
    if (!(name in definitions)) {
      // Before it is copied: a schema can refer to itself.
      definitions[name] = {};
      definitions[name] = copy(schemas[name]);
    }
    return `#/$defs/${name}`;
  };
  const copied = copy(schema) as JsonSchema;
  return Object.keys(definitions).length === 0 ? copied : { ...copied, $defs: definitions };
}
