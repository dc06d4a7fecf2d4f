import { textOf } from '../files/record-reader.js';

/** The most bytes of the metadata of a record, in JSON. The original status and address are added. */
const maxFieldBytes = 3_000;

/** The most commas that a known name can have to be recognized. */
const maxCommas = 10;

/** Returns the names in a list that is separated by commas, with quotes around names that have one, or is a JSON array. */
export function namesIn(list: string): string[] {
  return unique((jsonNames(list) ?? separatedNames(list)).map((name) => name.trim()));
}

/** Returns the names in a list that is separated by commas, without quotes. Known names can have commas. */
export function unquotedNamesIn(list: string, known: ReadonlySet<string>): string[] {
  const names = list.split(',').map((name) => name.trim());
  const joined: string[] = [];
  for (let at = 0; at < names.length;) {
    let end = Math.min(names.length, at + maxCommas + 1);
    const candidate = () => names.slice(at, end);
    while (end > at + 1 && !known.has(candidate().join(', ')) && !known.has(candidate().join(','))) end -= 1;
    joined.push(known.has(candidate().join(', ')) ? candidate().join(', ') : candidate().join(','));
    at = end;
  }
  return unique(joined);
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
    if (bytes + size > maxFieldBytes) {
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
