import { parseDateOrTimestamp } from '../../shared/rules.js';
import type { PortablePerson, PortableRecord, PortableTag } from '../../project-export/index.js';
import type { ImportItem } from '../application/import-formats.js';

/** The most characters of an id of another tool. */
const maxIdLength = 200;

/** The most votes that a record can have. */
const maxVotes = 10_000_000;

/** The most bytes of the metadata of a record, in JSON. The service adds the original status and address. */
const maxMetadataBytes = 3_000;

/** A value of a record that cannot be read. The record is left out. */
export class InvalidValue extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A note for the report about something that is left out. */
export interface Note {
  readonly code: string;
  readonly detail: string;
}

/** A record whose merges lead back to it. It is returned as not merged. */
export const mergeCircle: Note = {
  code: 'merge_circle',
  detail: 'The record is merged into itself by way of others, so its merge is left out.',
};

/**
 * Returns what a row is translated into, with its line.
 *
 * @param read returns records and notes, and may throw an `InvalidValue`
 */
export function itemsOf(
  line: number,
  prefix: string,
  read: () => Iterable<PortableRecord | Note>,
): ImportItem[] {
  try {
    return Array.from(read(), (found) =>
      'kind' in found
        ? { line, record: found }
        : { line, code: found.code, detail: `${prefix}${found.detail}` },
    );
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return [{ line, failed: true, code: error.code, detail: `${prefix}${error.message}` }];
  }
}

/** Returns text as it is, numbers and booleans as text, and `''` for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** @throws InvalidValue when the id is empty or too long */
export function idOf(value: unknown, name = 'id'): string {
  const id = optionalId(value, name);
  if (id === '') throw new InvalidValue('invalid_id', `The ${name} is empty.`);
  return id;
}

/** @throws InvalidValue when the id is too long */
export function optionalId(value: unknown, name = 'id'): string {
  const id = textOf(value).trim();
  if (id.length > maxIdLength)
    throw new InvalidValue('invalid_id', `The ${name} has more than ${maxIdLength} characters.`);
  return id;
}

/**
 * Returns a number of votes; undefined if there is none.
 *
 * @throws InvalidValue when it is not a whole number, or negative
 */
export function countOf(value: unknown): number | undefined {
  const text = textOf(value).trim();
  if (text === '') return undefined;
  const count = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(count <= maxVotes))
    throw new InvalidValue('invalid_count', `"${text.slice(0, 40)}" is not a number of votes.`);
  return count;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Such as `Tue, 05 Mar 2024 10:00:00 GMT`. */
const mailTime =
  /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (?:GMT|UTC|Z|([+-]\d{4}))$/i;

/** Such as `2024-03-05 10:00:00.123 UTC`, with or without the fraction and the zone. */
const databaseTime =
  /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(UTC|GMT|Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * Returns a time in ISO 8601 and UTC. Times without a zone are in UTC. Dates whose order of day and month is unknown
 * (`05/03/2024`) are not accepted.
 *
 * @throws InvalidValue when the time is empty or cannot be read
 */
export function timeOf(value: unknown, name = 'time'): string {
  const text = textOf(value).trim();
  const time = parseDateOrTimestamp(isoForm(text));
  if (time === null)
    throw new InvalidValue(
      'invalid_date',
      text === ''
        ? `The ${name} is empty.`
        : `The ${name} "${text.slice(0, 40)}" is not a known form of a date.`,
    );
  return time.toISOString();
}

/** Returns a time as `timeOf` does; undefined if the value is empty. */
export function optionalTime(value: unknown, name = 'time'): string | undefined {
  return textOf(value).trim() === '' ? undefined : timeOf(value, name);
}

function isoForm(text: string): string {
  const [, day = '', month = '', year = '', clock = '', zone = 'Z'] = mailTime.exec(text) ?? [];
  const index = months.indexOf(month.toLowerCase());
  if (index >= 0)
    return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${zone}`;
  return text
    .replace(
      databaseTime,
      (_, y: string, m: string, d: string, time: string, z: string = 'Z') =>
        `${y}-${m}-${d}T${time}${/^(UTC|GMT)$/i.test(z) ? 'Z' : z}`,
    )
    .replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3');
}

/** Returns the address, and `''` if the value is not one. */
export function emailOf(value: unknown): string {
  const email = textOf(value).trim();
  return email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : '';
}

/** Returns a person who has no id in the source. The address identifies the person, or else the name. */
export function personBy(email: unknown, name: unknown): PortablePerson {
  const address = emailOf(email);
  const fullName = textOf(name).trim();
  const id = address !== '' ? address.toLowerCase() : fullName && `name:${fullName}`.slice(0, maxIdLength);
  return { kind: 'person', external_id: id, email: address, full_name: fullName, avatar_url: '' };
}

/** Returns a tag. Colors may lack the `#`. */
export function tagOf(name: string, color: unknown): PortableTag {
  const hex = textOf(color)
    .trim()
    .replace(/^#?(?=[0-9a-f]{3,8}$)/i, '#');
  return { kind: 'tag', name: name.trim(), color: hex };
}

/** Returns the names in a list that is separated by commas, or is a JSON array. A name with a comma is quoted. */
export function namesIn(list: string): string[] {
  return unique((jsonNames(list) ?? separatedNames(list)).map((name) => name.trim()));
}

function separatedNames(list: string): string[] {
  const name = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/g;
  return Array.from(list.matchAll(name), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

function jsonNames(list: string): string[] | undefined {
  if (!list.trimStart().startsWith('[')) return undefined;
  try {
    const names: unknown = JSON.parse(list);
    return Array.isArray(names) ? names.map(textOf) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the values without repetitions and without `''`. */
export function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

/**
 * Returns metadata from the fields that have a value, or nothing if there are none. If there are too many, the metadata
 * has the first ones, and `truncated`. Text that PostgreSQL cannot store is replaced.
 */
export function metadataOf(fields: Iterable<readonly [string, unknown]>): {
  readonly metadata?: Record<string, unknown>;
} {
  const metadata: Record<string, unknown> = {};
  let bytes = 0;
  for (const [name, value] of fields) {
    const kept = plainValue(value, 6);
    if (kept === undefined) continue;
    bytes += Buffer.byteLength(JSON.stringify([name, kept]));
    if (bytes > maxMetadataBytes) return { metadata: { ...metadata, truncated: true } };
    metadata[storable(name)] = kept;
  }
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** Returns the value without empty parts and without more than so many levels; undefined if nothing is left. */
function plainValue(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value === '' ? undefined : storable(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => plainValue(item, levels - 1)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const entries = Object.entries(value)
    .map(([name, inner]) => [storable(name), plainValue(inner, levels - 1)] as const)
    .filter(([, inner]) => inner !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd');
}
