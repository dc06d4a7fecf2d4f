import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import { invalidCursor, keysetStatement, type KeysetList, pageOf } from './keyset.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** SQL for a timestamp as records have it: ISO 8601 in UTC with milliseconds; null stays null. */
export function isoTimestamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Conditions of a list, collected with the values that they need. */
export class Conditions {
  constructor(
    readonly where: string[] = [],
    readonly values: unknown[] = [],
  ) {}

  /** Adds a value, and gives the parameter that stands for it. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The same conditions, to be added to. */
  copy(): Conditions {
    return new Conditions([...this.where], [...this.values]);
  }

  /** Adds a condition in which every `?` stands for the value; nothing where the value is undefined. */
  and(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.where.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }
}

/** Runs one statement and gives its rows. */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Plain SQL through `pg`, inside the unit of work where one is under way. */
@Injectable()
export class Sql {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: TypeormUnitOfWork,
  ) {}

  /** {@link rows}, to be handed on. */
  readonly run: RunStatement = (text, values) => this.rows(text, values);

  /** The rows of one statement; `values` fill `$1`, `$2`… */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const runner = this.unitOfWork.manager.queryRunner;
    const client = runner
      ? ((await runner.connect()) as PoolClient)
      : ((this.dataSource.driver as PostgresDriver).master as Pool);
    return (await client.query<Row>(text, [...values])).rows;
  }

  /** The only row, or null. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** The only row, with the column `"$version"` apart, or null. */
  async versioned<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<Versioned<Row> | null> {
    const row = await this.row<Row & { $version: string }>(text, values);
    if (!row) return null;
    const { $version: version, ...record } = row;
    return { record: record as unknown as Row, version };
  }

  /** One page of a list, in one statement. */
  async page<Row extends QueryResultRow>(list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> {
    const { text, values } = keysetStatement(list, request);
    return pageOf(await this.rows<Row>(text, values), list, request);
  }

  /**
   * One page of several lists, one after the other, which have no row in common and the same order each: a position is
   * the number of the list and the position in it. A list is only read when those before it do not fill the page.
   */
  async pageOfAll<Row extends QueryResultRow>(
    lists: readonly (() => Promise<KeysetList<Row>>)[],
    { limit, after }: Omit<PageRequest, 'count'>,
  ): Promise<Page<Row>> {
    const [first = '0', ...position] = after ?? [];
    if (!/^\d$/.test(first) || Number(first) >= lists.length) throw invalidCursor();
    const found: { row: Row; position: () => string[] }[] = [];
    for (const [number, listOf] of lists.entries()) {
      if (number < Number(first) || found.length > limit) continue;
      const list = await listOf();
      // One row more than asked for, to know whether there is more.
      const request = { limit: limit + 1 - found.length, count: false };
      const isFirst = after !== undefined && number === Number(first);
      const { records } = await this.page(list, isFirst ? { ...request, after: position } : request);
      for (const row of records) {
        found.push({ row, position: () => [String(number), ...list.order.map(({ of }) => of(row))] });
      }
    }
    const records = found.slice(0, limit);
    const last = records.at(-1);
    return {
      records: records.map(({ row }) => row),
      ...(found.length > limit && last ? { next: last.position() } : {}),
    };
  }
}
