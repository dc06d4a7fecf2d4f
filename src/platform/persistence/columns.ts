/** The columns that a repository writes, each with its value in an aggregate. Inserts and updates follow from it. */
export class Columns<Aggregate> {
  private readonly each: readonly string[];

  constructor(private readonly valueOf: Readonly<Record<string, (aggregate: Aggregate) => unknown>>) {
    this.each = Object.keys(valueOf);
  }

  /** The names, separated by commas. */
  get names(): string {
    return this.each.join(', ');
  }

  /** Returns the columns of a table with an alias, separated by commas. */
  of(alias: string): string {
    return this.each.map((name) => `${alias}.${name}`).join(', ');
  }

  /**
   * Returns the parameters of the values, separated by commas.
   *
   * @param first the number of the first parameter
   */
  parameters(first: number): string {
    return this.each.map((_, index) => `$${first + index}`).join(', ');
  }

  /** Returns the values of an aggregate in the order of the columns. */
  valuesOf(aggregate: Aggregate): unknown[] {
    return Object.values(this.valueOf).map((valueOf) => valueOf(aggregate));
  }

  /** Returns the values of an aggregate by their columns. */
  rowOf(aggregate: Aggregate): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.valueOf).map(([name, valueOf]) => [name, valueOf(aggregate)]),
    );
  }
}
