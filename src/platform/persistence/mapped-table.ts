import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { Sql } from './sql.js';
import type { Write } from './write-plan.js';

const versionColumn = '$version';

/** The columns of a row by the names of their properties, and its version. */
type Row = ObjectLiteral & { [versionColumn]: string };

/**
 * The rows of a table as the aggregates that an `EntitySchema` maps them to, one at a time. TypeORM's own repository makes
 * each statement anew, which takes several times as long as to run it; these are prepared.
 *
 * The table has a column `version` besides, to which each update that changes something adds one by a trigger.
 */
export class MappedTable<Aggregate extends ObjectLiteral & { id: string }> {
  private readonly columns: readonly { property: string; name: string }[];
  private readonly name: string;
  private readonly selected: string;
  private readonly inserted: string;
  private readonly updated: string;
  private readonly prototype: object;
  private readonly hasOthers: boolean;
  /** The rows as they are stored, of aggregates that were loaded, added or saved. */
  private readonly rows = new WeakMap<Aggregate, ObjectLiteral>();
  private readonly versions = new WeakMap<Aggregate, bigint>();

  /** @param others properties that are read from other tables, with the SQL that gives them for the row `t` */
  constructor(
    private readonly sql: Sql,
    dataSource: DataSource,
    type: EntityTarget<Aggregate> & { prototype: unknown },
    others: Readonly<Record<string, string>> = {},
  ) {
    const metadata = dataSource.getMetadata(type);
    this.name = metadata.tablePath;
    this.hasOthers = Object.keys(others).length > 0;
    this.prototype = type.prototype as object;
    this.columns = metadata.columns.map(({ propertyName, databaseName }) => ({
      property: propertyName,
      name: databaseName,
    }));
    this.selected = [
      ...metadata.columns
        .filter(({ isSelect }) => isSelect)
        .map(({ databaseName, propertyName }) => [`t.${databaseName}`, propertyName]),
      ...Object.entries(others).map(([property, sql]) => [sql, property]),
      ['t.version::text', versionColumn],
    ]
      .map(([sql, property]) => `${sql} as "${property}"`)
      .join(', ');
    const names = this.columns.map(({ name }) => name).join(', ');
    const values = this.columns.map((_, index) => `$${index + 1}`).join(', ');
    const id = this.columns.findIndex(({ property }) => property === 'id') + 1;
    this.inserted = `insert into ${this.name} (${names}) values (${values})`;
    this.updated = `update ${this.name} set (${names}) = row (${values}) where id = $${id}`;
  }

  /**
   * The only one that the condition on the row `t` finds, locked until the unit of work ends; null when there is none.
   * Where the unit of work has no transaction, it is not locked, but saved only if the row is the same still.
   */
  async load(condition: string, values: readonly unknown[]): Promise<Aggregate | null> {
    const { plan } = this.sql;
    // Whether what it reads from other tables is the same still, the row does not tell.
    if (!plan || this.hasOthers) return (await this.loadAll(condition, values))[0] ?? null;
    const rows = await this.sql.read<Row>(this.found(condition), values);
    const [aggregate] = this.aggregatesOf(rows);
    if (aggregate) plan.hasLoaded(aggregate);
    return aggregate ?? null;
  }

  /**
   * All that the condition on the row `t` finds, which nobody can remove until the unit of work ends. Where that has no
   * transaction, a foreign key has to see to it.
   */
  async keepAll(condition: string, values: readonly unknown[]): Promise<Aggregate[]> {
    if (!this.sql.plan) return this.loadAll(condition, values, 'for key share of t');
    return this.aggregatesOf(await this.sql.read<Row>(this.found(condition), values));
  }

  /**
   * All that the condition on the row `t` finds, locked until the unit of work ends.
   *
   * @param lock another lock than the one that keeps all others out
   */
  async loadAll(
    condition: string,
    values: readonly unknown[],
    lock = 'for update of t',
  ): Promise<Aggregate[]> {
    return this.aggregatesOf(await this.sql.rows<Row>(`${this.found(condition)} ${lock}`, values));
  }

  /** The value that is stored; undefined where that is not known. */
  stored<Property extends keyof Aggregate>(
    aggregate: Aggregate,
    property: Property,
  ): Aggregate[Property] | undefined {
    return this.rows.get(aggregate)?.[property as string] as Aggregate[Property] | undefined;
  }

  /** The version of an aggregate that was loaded, added or saved here. */
  versionOf(aggregate: Aggregate): bigint {
    return this.versions.get(aggregate) ?? 1n;
  }

  /**
   * Sends a new row, without waiting for it.
   *
   * @param explain makes the error to be told of the one that PostgreSQL gave
   * @param more what else is stored in the same statement, which reads the row from `inserted`, given the parameters that
   * stand for its values
   */
  async insert(
    aggregate: Aggregate,
    explain?: (error: unknown) => unknown,
    more?: { write: (...parameters: string[]) => Write; values: readonly unknown[] },
  ): Promise<void> {
    this.rows.set(aggregate, { ...aggregate });
    const values = this.valuesOf(aggregate);
    if (!more) return this.sql.send(this.inserted, values, explain);
    const parameters = more.values.map((_, index) => `$${values.length + index + 1}`);
    const { with: tables, text } = more.write(...parameters);
    const write = { with: { inserted: `${this.inserted} returning *`, ...tables }, text };
    await this.sql.send(write, [...values, ...more.values], explain);
  }

  /** Sends what has changed of the row, without waiting for it. */
  async update(aggregate: Aggregate, explain?: (error: unknown) => unknown): Promise<void> {
    const row = this.rows.get(aggregate);
    this.rows.set(aggregate, { ...aggregate });
    const changed = row
      ? this.columns.filter(({ property }) => !isSame(row[property], aggregate[property]))
      : this.columns;
    const [first] = changed;
    if (!first) return;
    // Texts may be long. There are too many combinations of columns to prepare a statement for each.
    const [text, values] =
      changed.length === 1
        ? [
            `update ${this.name} set ${first.name} = $1 where id = $2`,
            [valueOf(aggregate[first.property]), aggregate.id],
          ]
        : [this.updated, this.valuesOf(aggregate)];
    const version = this.versionOf(aggregate);
    this.versions.set(aggregate, version + 1n);
    const { plan } = this.sql;
    if (!plan) return this.sql.send(text, values, explain);
    const guarded = `${text} and version = $${values.length + 1} returning 1`;
    plan.update(aggregate, guarded, [...values, version], explain ?? ((error) => error));
  }

  private found(condition: string): string {
    return `select ${this.selected} from ${this.name} t where ${condition}`;
  }

  private aggregatesOf(rows: readonly Row[]): Aggregate[] {
    return rows.map(({ [versionColumn]: version, ...row }) => {
      const aggregate = Object.assign(Object.create(this.prototype) as Aggregate, row);
      this.rows.set(aggregate, row);
      this.versions.set(aggregate, BigInt(version));
      return aggregate;
    });
  }

  private valuesOf(aggregate: Aggregate): unknown[] {
    return this.columns.map(({ property }) => valueOf(aggregate[property]));
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}

function valueOf(value: unknown): unknown {
  // pg would write it in the time zone of the process.
  return value instanceof Date ? value.toISOString() : value;
}
