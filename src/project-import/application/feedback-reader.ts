import type { PortableOrigin } from '../../project-export/index.js';
import { metadataRules } from '../../shared/metadata.js';
import { type CustomFieldRecord, valueErrors } from '../../project/index.js';
import type { ImportFailure } from '../../shared/imports.js';
import { firstViolation, type JsonObject } from '../../shared/rules.js';

/** The color of tags whose color is unknown. */
export const defaultColor = '#64748b';

/** The statuses that feedback of a file can have. */
export interface KnownStatuses {
  readonly keys: ReadonlySet<string>;
  /** The key of the status of new feedback. */
  readonly first: string;
}

/** Returns the metadata of feedback; if it is too large or invalid, none. */
export function readMetadata(metadata: unknown = {}): { metadata: JsonObject; isComplete: boolean } {
  const isComplete = !firstViolation(metadataRules, metadata);
  return { metadata: isComplete ? (metadata as JsonObject) : {}, isComplete };
}

/** The fields of the project, and the keys of those that a dry run would have created. */
export interface KnownFields {
  readonly known: readonly CustomFieldRecord[];
  readonly planned: ReadonlySet<string>;
}

/** Returns the values of fields that the project can store, and why it cannot store the others, which are left out. */
export function readFields(
  values: JsonObject | undefined,
  { known, planned }: KnownFields,
): { fields: JsonObject | undefined; failures: readonly ImportFailure[] } {
  if (!values) return { fields: undefined, failures: [] };
  const given = Object.entries(values).filter(([, value]) => value !== null);
  const read = given.map(([key, value]) => {
    const [error] = planned.has(key) ? [] : valueErrors(known, { [key]: value });
    const reason = error && `The value of the field ${key.slice(0, 100)} was left out: ${error.detail}`;
    return { key, value, failure: error && { code: error.code, detail: reason! } };
  });
  const fields = read.filter(({ failure }) => !failure).map(({ key, value }) => [key, value] as const);
  return { fields: Object.fromEntries(fields), failures: read.flatMap(({ failure }) => failure ?? []) };
}

/** Returns the origin of a record of this service; undefined if it has none. */
export function readOrigin(
  origin: PortableOrigin | null | undefined,
): { source: string; externalId: string } | undefined {
  const { source, external_id: externalId } = origin ?? {};
  const isText = (value: unknown) =>
    typeof value === 'string' && value !== '' && value.length <= 200 && !/\p{Surrogate}|\0/u.test(value);
  return isText(source) && isText(externalId) ? { source: source!, externalId: externalId! } : undefined;
}

/** Returns a value if it is text that can be a key, otherwise `''`. */
export function keyText(value: unknown): string {
  return typeof value === 'string' && value.length <= 500 && !/\p{Surrogate}|\0/u.test(value) ? value : '';
}
