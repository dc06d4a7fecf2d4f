import { createHash } from 'node:crypto';
import { parseDateOrTimestamp } from '../../../src/shared/rules.js';
import type { Item, Note, SourceRecord } from '../item.js';
import type { PortableBoard, PortablePerson, PortableTag } from '../records.js';

/** The most characters of an id of another tool. */
const maxIdLength = 200;

/** The most votes that a record can have. */
const maxVotes = 10_000_000;

/** The most bytes of the metadata of a record, in JSON. The original status and address are added. */
const maxMetadataBytes = 3_000;

/** The most commas that a known name can have to be recognized. */
const maxCommas = 10;

/** A value of a record that cannot be read. The record is left out. */
export class InvalidValue extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A record whose merges lead back to it. It is returned as not merged. */
export const mergeCircle: Note = {
  code: 'merge_circle',
  detail: 'The record is merged into itself by way of others, so its merge is left out.',
};

/** What a row is translated into. */
export type Found = SourceRecord | Note | { readonly leftOut: string };

/**
 * Returns what a row is translated into, with its line.
 *
 * @param prefix precedes the messages about it
 * @param read may throw an `InvalidValue`
 */
export function itemsOf(line: number, prefix: string, read: () => Iterable<Found>): Item[] {
  try {
    return Array.from(read(), (found) => {
      if ('kind' in found) return { line, record: found };
      return 'leftOut' in found ? found : { line, code: found.code, detail: `${prefix}${found.detail}` };
    });
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

/**
 * Returns the names in a list that is separated by commas, or is a JSON array. A name with a comma is quoted, or one of the known
 * names.
 */
export function namesIn(list: string, known: ReadonlySet<string> = new Set()): string[] {
  const names = (jsonNames(list) ?? separatedNames(list)).map((name) => name.trim());
  return unique(known.size > 0 ? joinedNames(names, known) : names);
}

/** Joins names again that are one known name with commas. */
function joinedNames(names: readonly string[], known: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (let at = 0; at < names.length;) {
    let end = Math.min(names.length, at + maxCommas + 1);
    const candidate = () => names.slice(at, end);
    while (end > at + 1 && !known.has(candidate().join(', ')) && !known.has(candidate().join(','))) end -= 1;
    joined.push(known.has(candidate().join(', ')) ? candidate().join(', ') : candidate().join(','));
    at = end;
  }
  return joined;
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
 * Returns metadata from the fields that have a value, or nothing if there are none. Fields that are too large in addition to those
 * before are left out, and `truncated` is set. Text that PostgreSQL cannot store is replaced.
 */
export function metadataOf(fields: Iterable<readonly [string, unknown]>): {
  readonly metadata?: Record<string, unknown>;
} {
  const metadata: Record<string, unknown> = {};
  let bytes = 0;
  for (const [name, value] of fields) {
    const kept = plainValue(value, 6);
    if (kept === undefined) continue;
    const size = Buffer.byteLength(JSON.stringify([name, kept]));
    if (bytes + size > maxMetadataBytes) {
      metadata['truncated'] = true;
      continue;
    }
    bytes += size;
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

/** Returns text that PostgreSQL can store. */
export function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd');
}

/** Returns a slug for a name, such as `feature-requests`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-|-$/g, '');
  return slug || `x-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}

/** Returns a public board with this name. */
export function boardOf(name: string): PortableBoard {
  return {
    kind: 'board',
    slug: slugOf(name),
    name,
    description: '',
    position: 1,
    visibility: 'public',
    submission: 'contributors',
  };
}

/** Returns the last day of a month such as `June 2024`, or a date as it is; `''` for everything else. */
export function dateOf(value: unknown): string {
  const text = textOf(value).trim();
  if (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) return text.slice(0, 10);
  const [, name = '', year] = /^([a-z]{3})[a-z]* (\d{4})$/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  return year === undefined || month === 0
    ? ''
    : new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
}
