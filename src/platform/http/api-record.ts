import { hash } from 'node:crypto';
import { ApiSchema } from '@nestjs/swagger';
import type { JsonSchema } from '../../shared/rules.js';

/** The class of a record that operations answer with. Its fields have `@ApiProperty`. */
export type RecordClass<T extends object = object> = (new () => T) & { readonly example: T };

/** The examples of all records by name: metadata of classes, and so the same for all applications in the process. */
const examples = new Map<string, object>();

/** Returns the example of a record; undefined if no record has this name. */
export function exampleOf(name: string): object | undefined {
  return examples.get(name);
}

let version: string | undefined;

/** Returns a hash of the names and fields of all records: it changes if a release adds a field. */
export function representationVersion(): string {
  const fields = () => [...examples].map(([name, example]) => `${name}: ${Object.keys(example).join(', ')}`);
  return (version ??= hash('sha256', fields().sort().join('\n'), 'base64url').slice(0, 4));
}

/** Adds a class to the API document as a schema, with the class's `example`. */
export function ApiRecord(name: string, description: string) {
  return <T extends object>(target: RecordClass<T>): void => {
    examples.set(name, target.example);
    version = undefined;
    ApiSchema({ name, description })(target);
  };
}

/** The schema of an id. */
export function id(description: string): JsonSchema {
  return { type: 'string', format: 'uuid', description };
}

/** The schema of a whole number that is not negative. */
export function count(description: string): JsonSchema {
  return { type: 'integer', minimum: 0, description };
}

/** The schema of one of several texts. */
export function choice(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}

/** The schema of a point in time, in UTC with milliseconds. */
export function instant(description: string): JsonSchema {
  return { type: 'string', format: 'date-time', description };
}

/** The schema of a point in time or `null`. */
export function instantOrNull(description: string): JsonSchema {
  return { ...instant(description), nullable: true };
}
