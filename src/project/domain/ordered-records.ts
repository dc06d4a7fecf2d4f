import type { DomainError } from '../../shared/domain-error.js';
import { integer } from '../../shared/rules.js';

const maxPosition = 1_000_000;

export const positionRules = integer({ min: 0, max: maxPosition });

interface Ordered {
  readonly name: string;
  /** Place among the records; equal places are ordered by key. */
  readonly position: number;
}

/** What differs between kinds of records. */
interface Kind<Item> {
  readonly keyOf: (item: Item) => string;
  readonly max: number;
  readonly NotFound: new () => DomainError;
  readonly TooMany: new (max: number) => DomainError;
}

/** All records of a kind that a project names by keys and puts in an order: its boards, statuses or fields. */
export abstract class OrderedRecords<Item extends Ordered> {
  private readonly items: Map<string, Item>;

  protected constructor(
    stored: readonly Item[],
    private readonly kind: Kind<Item>,
  ) {
    this.items = new Map(stored.map((item) => [kind.keyOf(item), item]));
  }

  has(key: string): boolean {
    return this.items.has(key);
  }

  find(key: string): Item | null {
    return this.items.get(key) ?? null;
  }

  /** @throws BoardNotFound, StatusNotFound, FieldNotFound */
  get(key: string): Item {
    const item = this.find(key);
    if (!item) throw new this.kind.NotFound();
    return item;
  }

  /**
   * Removes a record, and returns it.
   *
   * @throws BoardNotFound, StatusNotFound, FieldNotFound
   */
  remove(key: string): Item {
    const item = this.get(key);
    this.items.delete(key);
    return item;
  }

  protected values(): Item[] {
    return [...this.items.values()];
  }

  /**
   * Returns the record with the key; if there is none, a new one, which is not added yet: it is named after its key, and is the last
   * one.
   *
   * @param create returns a new record with this name and position
   * @throws TooManyBoards, TooManyStatuses, TooManyFields
   */
  protected findOrDefault(key: string, create: (values: Ordered) => Item): Item {
    const item = this.find(key);
    if (item) return item;
    const { max, TooMany } = this.kind;
    if (this.items.size >= max) throw new TooMany(max);
    const words = key.replaceAll(/[-_]/g, ' ').trim();
    const last = Math.max(0, ...this.values().map(({ position }) => position));
    return create({
      name: words === '' ? key : words[0]!.toUpperCase() + words.slice(1),
      position: Math.min(last + 1, maxPosition),
    });
  }

  protected set(item: Item): Item {
    this.items.set(this.kind.keyOf(item), item);
    return item;
  }
}
