import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassSchema, Json } from './json-schemas.js';

/** The parts of the document that are the same for every application: headers, and the schemas of problems. */
export const components = JSON.parse(
  readFileSync(join(import.meta.dirname, 'components.json'), 'utf8'),
) as Readonly<{
  schemas: Record<'Problem' | 'Fault', ClassSchema>;
  parameters: Json;
  headers: Json;
}>;

/** Returns a reference to a header of requests. */
export function headerParameterRef(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

/** Returns references to headers of answers. Lists have an `ETag` of their own, `ListETag`. */
export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name.replace(/^List/, ''), { $ref: `#/components/headers/${name}` }]),
  );
}
