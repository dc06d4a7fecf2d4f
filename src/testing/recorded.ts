/** What a double has recorded, oldest first. */
export class Recorded<Item> {
  readonly items: Item[] = [];
  private waiting: { readonly matches: (item: Item) => boolean; readonly resolve: (item: Item) => void }[] =
    [];

  add(item: Item): void {
    this.items.push(item);
    for (const { matches, resolve } of this.waiting) if (matches(item)) resolve(item);
    this.waiting = this.waiting.filter(({ matches }) => !matches(item));
  }

  /** Returns the first item that matches, and waits for it if there is none yet. */
  async first(matches: (item: Item) => boolean): Promise<Item> {
    const found = this.items.find(matches);
    return found ?? new Promise((resolve) => void this.waiting.push({ matches, resolve }));
  }
}
