import { Injectable } from '@nestjs/common';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type Page, type PageRequest, type Versioned, versionedJson } from '../../shared/records.js';
import type { StoredNumber } from '../../shared/unit-of-work.js';
import { Generations } from '../system/index.js';
import { Database } from './database.js';
import {
  invalidCursor,
  type JsonPageRow,
  jsonPageStatement,
  type KeysetList,
  keysetStatement,
  pageOf,
  pageOfJsonRow,
  type Statement,
} from './keyset.js';
import { collectWrites } from './pipelines.js';
import type { Runs } from '../replicas/index.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';
import { textOf, type Write, type WritePlan } from './write-plan.js';

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

/**
 * Asks for the rows in PostgreSQL's binary format, in which a text is its bytes in UTF-8. Other types than texts would
 * come out wrong: pg takes the bytes of all for UTF-8.
 */
const textsAsBytes = {
  binary: true,
  // In pg's simple mode, which is for statements without values, there is no binary format.
  queryMode: 'extended',
  types: { getTypeParser: () => (bytes: Buffer) => bytes },
};

/** Runs one statement and gives its rows. */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Statements for pages that are prepared: so many are in use often, and each takes memory in every connection. */
const preparedPages = 100;

/** A page is in use often when it was asked for so many times. */
const often = 5;

/**
 * Plain SQL through `pg`, inside the unit of work where one is under way.
 *
 * Statements are prepared once on each connection: PostgreSQL parses them once, and plans those once whose best plan does
 * not depend on the values. So a text must be one of few: what differs stands in the values.
 */
@Injectable()
export class Sql {
  private readonly pages = new Generations<number>();
  private pagesPrepared = 0;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: TypeormUnitOfWork,
  ) {}

  /** The rows of one statement, at the primary; `values` fill `$1`, `$2`… */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>('any', this.prepared(text, values));
  }

  /** {@link rows}, to be handed on. */
  readonly run: RunStatement = (text, values) => this.rows(text, values);

  /** The rows of a read that ends within milliseconds; of a GET or HEAD it may be at a replica. */
  async read<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>('short read', this.prepared(text, values));
  }

  /**
   * The rows of a read that is planned for its values each time and may take long, whose text may be any; of a GET or HEAD
   * it may be at a replica. A function to be handed on.
   */
  readonly planned: RunStatement = (text, values) => this.execute('long read', { text, values: [...values] });

  /**
   * Sends a statement without waiting for it: the unit of work rejects when it fails.
   *
   * @param explain makes the error to be told of the one that PostgreSQL gave
   * @param answered is told the number of rows, before the unit of work resolves
   */
  async send(
    statement: string | Write,
    values: readonly unknown[] = [],
    explain = (error: unknown): unknown => error,
    answered?: (rows: number) => void,
  ): Promise<void> {
    const write = typeof statement === 'string' ? { text: statement } : statement;
    const { plan } = this.unitOfWork;
    if (plan) {
      plan.add(write, values, explain, answered);
      return;
    }
    const sent = this.rows(textOf(write), values).then(
      (rows) => answered?.(rows.length),
      (error: unknown) => {
        throw explain(error);
      },
    );
    await this.unitOfWork.leave(sent);
  }

  /**
   * Runs a write for the only number that it gives, or null where it gives none.
   *
   * @param column SQL of the number: a column of one of the common table expressions, which has that row or none
   * @returns a number to be, where the unit of work has no transaction: where there is none, it is run again in one
   */
  async number(
    write: Write,
    column: `${string}.${string}`,
    values: readonly unknown[],
  ): Promise<number | StoredNumber | null> {
    const { plan } = this;
    if (plan) return plan.addNumber(write, column, values);
    const row = await this.row<Record<string, number>>(textOf(write), values);
    return row ? (Object.values(row)[0] ?? null) : null;
  }

  /**
   * Whether a statement gives a row. Where the unit of work has no transaction that is taken for granted, since otherwise
   * it is run again in one.
   */
  async exists(text: string, values: readonly unknown[]): Promise<boolean> {
    this.plan?.expect(text, values);
    return this.plan !== undefined || (await this.row(text, values)) !== null;
  }

  /** What the unit of work that is under way is going to write, where it has no transaction. */
  get plan(): WritePlan | undefined {
    return this.unitOfWork.plan;
  }

  /** The only row, or null. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** The only row of a read that ends within milliseconds, or null. */
  async readRow<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.read<Row>(text, values))[0] ?? null;
  }

  /** As `readRow`, with the column `"$version"` apart. */
  async versioned<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<Versioned<Row> | null> {
    const row = await this.readRow<Row & { $version: string }>(text, values);
    if (!row) return null;
    const { $version: version, ...record } = row;
    return { record: record as unknown as Row, version };
  }

  /** The only record of a statement of `versionedRecord`, or null. */
  async versionedJson<Row>(text: string, values: readonly unknown[]): Promise<Versioned<Row> | null> {
    const row = await this.readRow<{ json: string; version: string }>(text, values);
    return row && versionedJson<Row>(row.json, row.version);
  }

  /** As `page`, of records that PostgreSQL makes JSON of. */
  async jsonPage<Row>(list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> {
    const [row] = await this.pageRows<JsonPageRow>(list, request, {
      ...jsonPageStatement(list, request),
      ...textsAsBytes,
    });
    return pageOfJsonRow(row!, list, request);
  }

  /** One page of a list, in one statement. */
  async page<Row extends QueryResultRow>(list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> {
    return pageOf(await this.pageRows<Row>(list, request, keysetStatement(list, request)), list, request);
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

  private get pool(): Runs {
    return (this.database.dataSource.driver as PostgresDriver).master as Pool;
  }

  private async execute<Row extends QueryResultRow>(
    kind: 'any' | 'short read' | 'long read',
    statement: QueryConfig,
  ): Promise<Row[]> {
    const { client, plan } = this.unitOfWork;
    if (plan) {
      if (kind !== 'short read') throw plan.refusal();
      return (await plan.read<Row>(statement)).rows;
    }
    if (!client) {
      const { replicas, reading } = this.database;
      const result =
        replicas && kind !== 'any'
          ? await replicas.query<Row>(kind === 'short read' ? 'short' : 'long', statement)
          : undefined;
      return (result ?? (await (kind === 'short read' ? reading : this.pool).query<Row>(statement))).rows;
    }
    collectWrites(client);
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      this.unitOfWork.hasFailed(error);
      throw error;
    }
  }

  private async pageRows<Row extends QueryResultRow>(
    { planned }: Pick<KeysetList<never>, 'planned'>,
    { count }: PageRequest,
    statement: Statement,
  ): Promise<Row[]> {
    const isLong = count || planned || !this.isPreparedPage(statement.text);
    return isLong
      ? this.execute<Row>('long read', statement)
      : this.execute<Row>('short read', { ...statement, ...this.named(statement.text) });
  }

  private prepared(text: string, values: readonly unknown[]): QueryConfig {
    return { text, values: [...values], ...this.named(text) };
  }

  private named(text: string): { name?: string } {
    const name = this.database.nameOf(text);
    return name === undefined ? {} : { name };
  }

  /** Clients choose the size of pages and the filters, so there are more texts than can be prepared. */
  private isPreparedPage(text: string): boolean {
    if (this.database.isNamed(text)) return true;
    const times = (this.pages.get(text) ?? 0) + 1;
    this.pages.set(text, times);
    if (times < often || this.pagesPrepared === preparedPages) return false;
    this.pagesPrepared += 1;
    this.pages.delete(text);
    return true;
  }
}
