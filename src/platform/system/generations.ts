/** Keys in a generation. */
const mostKeys = 50_000;

/**
 * A map that forgets: at most 100,000 keys, those that were set last. There are two generations, and when one is full,
 * the older one goes as a whole. So memory is bounded, and no key costs a timer or a search.
 */
export class Generations<Value> {
  private recent = new Map<string, Value>();
  private older = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.recent.get(key) ?? this.older.get(key);
  }

  set(key: string, value: Value): void {
    if (this.recent.size >= mostKeys && !this.recent.has(key)) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, value);
  }

  delete(key: string): void {
    this.recent.delete(key);
    this.older.delete(key);
  }

  clear(): void {
    this.recent.clear();
    this.older.clear();
  }
}
