import { LRUCache } from 'lru-cache';
import { UnreadableFile } from './unreadable-file.js';

/** The most values that are kept, so that they are not returned again. */
const maxSeen = 100_000;

/** The most merges and other references that are kept in memory. */
export const maxReferences = 500_000;

/**
 * The values that have been returned. If there are too many, the oldest are dropped, so that their records are returned
 * again, which changes nothing.
 */
export class Seen {
  private readonly values: LRUCache<string, true>;

  constructor(max = maxSeen) {
    // For its option `max`, `LRUCache` would allocate the memory of all values at once.
    this.values = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  /** Returns whether the value is new. The value `''` never is. */
  add(value: string): boolean {
    if (value === '' || this.values.get(value)) return false;
    this.values.set(value, true);
    return true;
  }
}

/** Values by keys, limited in their number. */
export class References<V> extends Map<string, V> {
  /** @param name what they are, in messages */
  constructor(private readonly name: string) {
    super();
  }

  /** @throws UnreadableFile when there are too many */
  override set(key: string, value: V): this {
    if (this.size >= maxReferences && !this.has(key))
      throw new UnreadableFile(
        'too_many_references',
        `The file has more than ${maxReferences} ${this.name}.`,
      );
    return super.set(key, value);
  }
}

/** Which records are merged into which, with chains resolved. */
export class Merges {
  private readonly targets = new References<string>('merges');
  private readonly cyclic = new Set<string>();

  /** Adds a merge. */
  add(id: string, target: string): void {
    this.targets.set(id, target);
  }

  /** Whether each pass over the records is for the merged ones, which follow their targets. */
  get passes(): readonly boolean[] {
    return this.targets.size > 0 ? [false, true] : [false];
  }

  /**
   * Returns the last target of a chain of merges, `''` for a record that is not merged, and undefined if the merges
   * form a cycle.
   */
  targetOf(id: string): string | undefined {
    const passed = new Set<string>();
    let last = id;
    for (let next = this.targets.get(id); next !== undefined; next = this.targets.get(last)) {
      passed.add(last);
      if (passed.has(next) || this.cyclic.has(next)) {
        for (const one of passed) this.cyclic.add(one);
        return undefined;
      }
      last = next;
    }
    // So that a long chain is followed once only.
    for (const one of passed) this.targets.set(one, last);
    return last === id ? '' : last;
  }
}
