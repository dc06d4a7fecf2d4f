import type { JsonSchema } from '../../shared/rules.js';

/**
 * How a record is told in the API's document: every field of its type is there, always, and no other. In the schemas of
 * its fields another shape stands as it is, and is referred to.
 */
export class Shape<T extends object = object> {
  /**
   * @param name in the document, such as `Feedback`
   * @param description a sentence
   * @param fields in the order in which they are sent
   * @param example a record as it is really sent
   */
  constructor(
    readonly name: string,
    readonly description: string,
    readonly fields: { readonly [Field in keyof T]-?: JsonSchema },
    readonly example: T,
  ) {}

  /** The schema of the record; `$ref` still is a shape where a field is one. */
  get schema(): JsonSchema {
    return {
      type: 'object',
      description: this.description,
      properties: this.fields,
      required: Object.keys(this.fields),
      additionalProperties: false,
      examples: [this.example],
    };
  }
}

/** A field that holds a record. */
export function recordOf(shape: Shape, description?: string): JsonSchema {
  return { $ref: shape, ...(description === undefined ? {} : { description }) };
}

/** A field that holds records. */
export function listOf(shape: Shape, description: string): JsonSchema {
  return { type: 'array', items: { $ref: shape }, description };
}

/** A field that holds an id. */
export function id(description: string): JsonSchema {
  return { type: 'string', format: 'uuid', description };
}

/** A text; one without a value is empty. */
export function string(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: 'string', description, ...more };
}

export function boolean(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** A whole number, 0 or more. */
export function count(description: string): JsonSchema {
  return { type: 'integer', minimum: 0, description };
}

/** One of some texts. */
export function choice(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}

/** A point in time: always in UTC, with milliseconds. */
export function instant(description: string): JsonSchema {
  return {
    type: 'string',
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
    description,
  };
}

/** A point in time, or `null`. */
export function instantOrNull(description: string): JsonSchema {
  return { ...instant(description), type: ['string', 'null'] };
}
