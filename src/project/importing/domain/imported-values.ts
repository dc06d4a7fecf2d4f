import { hash } from 'node:crypto';
import { canonicalJson } from '../../../shared/canonical-json.js';
import type { JsonObject } from '../../../shared/rules.js';

/**
 * Digests of the values that a source had at the last import, by the names of fields. Collections have one for each of
 * their keys, such as `metadata.plan`.
 */
export type ImportedDigests = Readonly<Record<string, string>>;

/** How a field is merged: as one value, by its members or by its keys, or in the same way as another one. Others are overwritten. */
export type Merging<Values> = {
  readonly [Field in keyof Values]?: 'value' | 'set' | 'keys' | { readonly like: keyof Values };
};

/**
 * Merges the values of a record of a source with those that are stored here, by what the source had at the last import:
 * what has changed there is taken over, and what was changed here is kept, also if both have changed.
 */
export class ImportedValues {
  private readonly current: Record<string, string> = {};
  private readonly names = new Set<string>();

  /**
   * @param last digests of the last import; undefined if there was none: then the values of the source count
   * @param isComplete whether keys that the source does not have were removed there
   */
  constructor(
    private readonly last: ImportedDigests | undefined,
    private readonly isComplete: boolean,
  ) {}

  /** Digests of the values of the source, to be stored for the next import. */
  get digests(): ImportedDigests {
    return this.current;
  }

  /** Whether the digests differ from those of the last import. */
  get haveChanged(): boolean {
    return canonicalJson(this.current) !== canonicalJson(this.last ?? {});
  }

  /** The names of fields that were changed here and in the source, and kept. */
  get kept(): readonly string[] {
    return [...this.names];
  }

  /**
   * Returns the values to store.
   *
   * @param given all values of the source, with those that the file omits as they are stored
   * @param record the record of the file; null for keys that the file has, but that cannot be stored
   */
  mergeAll<Values extends object>(
    merging: Merging<Values>,
    stored: Values,
    given: Values,
    record: Readonly<Record<string, unknown>>,
  ): Values {
    const merged = { ...given } as Record<string, unknown>;
    for (const [field, how] of Object.entries(merging) as [
      keyof Values & string,
      Merging<Values>[keyof Values],
    ][]) {
      const [here, there] = [stored[field], given[field]];
      const isOmitted = this.last !== undefined && record[field] === undefined;
      if (how === 'value' && isOmitted) merged[field] = this.keep(field, here);
      else if (how === 'set' && isOmitted) merged[field] = this.keepAll(field, here);
      else if (how === 'keys' && record[field] === null) merged[field] = this.keepAll(field, here);
      else if (how === 'value') merged[field] = this.merge(field, here, there);
      else if (how === 'set')
        merged[field] = this.mergeSet(field, here as string[], there as string[]).sort();
      else if (how === 'keys') merged[field] = this.mergeKeys(field, here as JsonObject, there as JsonObject);
      else if (how && merged[how.like as string] !== given[how.like]) merged[field] = here;
    }
    return merged as Values;
  }

  /** Returns the value to store. */
  merge<T>(name: string, stored: T, given: T): T {
    return this.choose(name, name, stored, given);
  }

  /** Returns the value that is stored, if the file does not have the field or key: it may still be in the source. */
  keep<T>(path: string, stored: T): T {
    const last = this.last?.[path];
    if (last !== undefined) this.current[path] = last;
    return stored;
  }

  /** Returns the collection that is stored, if it is not known which keys or members the source has. */
  private keepAll<T>(name: string, stored: T): T {
    const paths = Object.keys(this.last ?? {}).filter((path) => path.startsWith(`${name}.`));
    for (const path of paths) this.keep(path, undefined);
    return stored;
  }

  /** Returns the object to store, whose keys are merged one by one. */
  mergeKeys(name: string, stored: JsonObject, given: JsonObject, isComplete = this.isComplete): JsonObject {
    const merged = new Map<string, unknown>();
    for (const key of new Set([...Object.keys(stored), ...Object.keys(given)])) {
      const path = `${name}.${key}`;
      const [here, there] = [own(stored, key), own(given, key)];
      const isKept = there === undefined && !(isComplete && this.last?.[path] !== undefined);
      const value = isKept ? this.keep(path, here) : this.choose(name, path, here, there);
      if (value !== undefined) merged.set(key, value);
    }
    return Object.fromEntries(merged);
  }

  /** Returns the set to store, whose members are merged one by one. */
  mergeSet(name: string, stored: readonly string[], given: readonly string[]): string[] {
    const objectOf = (members: readonly string[]) =>
      Object.fromEntries(members.map((member) => [member, true]));
    return Object.keys(this.mergeKeys(name, objectOf(stored), objectOf(given), true));
  }

  private choose<T>(name: string, path: string, stored: T, given: T): T {
    const [here, there] = [digestOf(stored), digestOf(given)];
    if (given !== undefined) this.current[path] = there;
    if (this.last === undefined) return given;
    const last = this.last[path] ?? digestOf(undefined);
    if (there === last || there === here) return stored;
    if (here === last) return given;
    this.names.add(name);
    return stored;
  }
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function digestOf(value: unknown): string {
  return value === undefined ? '' : hash('sha256', canonicalJson(value) ?? '', 'hex').slice(0, 16);
}
