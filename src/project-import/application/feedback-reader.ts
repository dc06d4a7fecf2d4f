import type { PortableFeedback, PortableOrigin } from '../../project-export/index.js';
import { metadataRules } from '../../shared/metadata.js';
import { type CustomFieldRecord, valueErrors } from '../../project/index.js';
import { type ImportFailure, ownSource } from '../../shared/imports.js';
import { firstViolation, type JsonObject } from '../../shared/rules.js';
import type { ImportOptions } from '../domain/project-import.js';
import { type KnownStatuses, statusFor, statusKey } from '../domain/status-mapping.js';

/** The color of tags whose color is unknown. */
export const defaultColor = '#64748b';

/** Returns the key of the status of a record; null if it is unknown and must not be imported. */
export function readStatus(
  source: string,
  name: string,
  { statusMap, unknownStatus }: ImportOptions,
  known: KnownStatuses,
): string | null {
  const found = statusFor(source, name, statusMap, known);
  if (found !== null || unknownStatus === 'fail') return found;
  return unknownStatus === '' ? known.first : known.keys.has(unknownStatus) ? unknownStatus : null;
}

/**
 * Returns the metadata of feedback: what the file has, and the original status and address. If it is too large, only the last
 * two are returned.
 */
export function readMetadata(
  source: string,
  { status, url, metadata }: PortableFeedback,
  mapped: string,
): { metadata: JsonObject; isComplete: boolean } {
  const isOriginal = source === ownSource || status === '' || statusKey(status) === mapped;
  const own = {
    ...(isOriginal ? {} : { imported_status: status.slice(0, 200) }),
    ...(typeof url === 'string' && url !== '' && url.length <= 2_048 ? { imported_url: url } : {}),
  };
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  const all = { ...(isObject ? metadata : {}), ...own };
  if (!firstViolation(metadataRules, all)) return { metadata: all, isComplete: true };
  return { metadata: firstViolation(metadataRules, own) ? {} : own, isComplete: false };
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
