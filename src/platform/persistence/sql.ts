import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Page, type PageRequest, Versioned } from '../../shared/records.js';
import { recordStatement } from '../telemetry/index.js';
import { translateError } from './database-errors.js';
import { Database } from './database.js';
import { type KeysetList, pageOf, type PageRow, pageStatement } from './keyset.js';
import { ReplicaRouter } from './replica-router.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** The client has closed its connection, so that nothing more is read for its request. */
export class ReaderGone extends Error {
  constructor() {
    super('The client has closed the connection.');
  }
}

/** The response that the current reads are for. Reads do not begin once it has been closed. */
export const readsFor = new AsyncLocalStorage<{ readonly destroyed: boolean }>();

/** The conditions of a list, with the values of their parameters. */
export class Conditions {
  constructor(
    readonly where: string[] = [],
    readonly values: unknown[] = [],
  ) {}

  /** Adds a value, and returns its parameter. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Returns a copy, to which more can be added. */
  copy(): Conditions {
    return new Conditions([...this.where], [...this.values]);
  }

  /** Adds a condition in which every `?` stands for the value. Adds nothing when the value is undefined. */
  and(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.where.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }
}

/** Runs one statement and returns its rows. */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** How a statement outside of a unit of work is run. */
type Kind = 'primary' | 'short' | 'page' | 'long';

/** The number of page statements that are prepared at most: each takes memory in every connection. */
const maxPreparedPages = 100;

/** A page statement is prepared when it is run for the fifth time. */
const runsBeforePrepared = 5;

/**
 * Runs SQL. Within a unit of work, every statement runs in its transaction. Outside of one:
 *
 * - `rows` and `row` run at the primary, on a connection of a pool;
 * - `read`, `readRow` and `record` share a few connections, for reads that end within milliseconds;
 * - `queryUnprepared` runs on a connection of a pool, and is planned for its values each time;
 * - `page` shares other connections, or does what `queryUnprepared` does.
 *
 * All but the first two may read at a replica.
 *
 * Statements have names, so that each connection parses and plans them once. For that the number of different texts has to
 * be small: what differs from call to call belongs in the values.
 */
@Injectable()
export class Sql {
  private readonly pageRuns = new LRUCache<string, number>({ max: 1_000 });
  private readonly preparedPages = new Set<string>();

  /** @internal */
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly replicas: ReplicaRouter = new ReplicaRouter(),
  ) {}

  /**
   * The `EntityManager` of the current unit of work, with the `entities` of extensions. Without a transaction, each statement
   * commits on its own.
   *
   * @throws Error in a transaction of the host, outside of a unit of work
   */
  get manager(): EntityManager {
    if (!this.unitOfWork.connection && this.unitOfWork.isActive)
      throw new Error('Within a transaction of the host, use the manager in UnitOfWork.run.');
    return this.unitOfWork.manager;
  }

  /** Returns the rows of one statement, which may write; `values` fill `$1`, `$2`… */
  rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>('primary', this.prepared(text, values));
  }

  /** Returns the only row of one statement, which may write, or null. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** Returns the rows of a read that ends within milliseconds. */
  read<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>('short', this.prepared(text, values));
  }

  /** Returns the only row of a read that ends within milliseconds, or null. */
  async readRow<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.read<Row>(text, values))[0] ?? null;
  }

  /**
   * Returns the only record of a statement with `recordColumns`, or null. It may write within a unit of work; outside of one, it is
   * a read that ends within milliseconds.
   */
  async record<Row>(text: string, values: readonly unknown[]): Promise<Versioned<Row> | null> {
    const row = await this.readRow<{ json: string; version: string }>(text, values);
    return row && Versioned.fromJson<Row>(row.json, row.version);
  }

  /** Returns the rows of a read that may take long; its text need not be constant. Can be passed as a function. */
  readonly queryUnprepared: RunStatement = (text, values) =>
    this.execute('long', { text, values: [...values] });

  /** Returns one page of a list, whose records PostgreSQL turns into JSON. */
  async page<Row>(list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> {
    const statement = pageStatement(list, request);
    const isLong = request.count || list.isUnprepared || !this.isPreparedPage(statement.text);
    const [row] = isLong
      ? await this.execute<PageRow>('long', statement)
      : await this.execute<PageRow>('page', this.prepared(statement.text, statement.values));
    return pageOf(row!, list);
  }

  private async execute<Row extends QueryResultRow>(kind: Kind, statement: QueryConfig): Promise<Row[]> {
    const startedAt = performance.now();
    const record = (error?: unknown) => recordStatement(statement.text, performance.now() - startedAt, error);
    try {
      const { rows } = await this.send<Row>(kind, statement);
      record();
      return rows;
    } catch (error) {
      record(error);
      this.unitOfWork.recordFailure();
      throw translateError(error);
    }
  }

  private send<Row extends QueryResultRow>(kind: Kind, statement: QueryConfig): Promise<QueryResult<Row>> {
    const { connection } = this.unitOfWork;
    if (connection) return connection.query<Row>(statement);
    // A transaction of the host, between two units of work.
    if (this.unitOfWork.isActive) return this.unitOfWork.run(() => this.send<Row>(kind, statement));
    const { reading, pages, pool } = this.database;
    if (readsFor.getStore()?.destroyed) throw new ReaderGone();
    if (kind === 'primary') return pool.query<Row>(statement);
    const primary = kind === 'short' ? reading : kind === 'page' ? pages : pool;
    return this.replicas.query<Row>(kind, statement, primary);
  }

  private prepared(text: string, values: readonly unknown[]): QueryConfig {
    return { text, values: [...values], ...this.database.nameOf(text) };
  }

  /** Clients choose the page size and the filters, so there are more texts than can be prepared. */
  private isPreparedPage(text: string): boolean {
    if (this.preparedPages.has(text)) return true;
    const runs = (this.pageRuns.get(text) ?? 0) + 1;
    this.pageRuns.set(text, runs);
    if (runs < runsBeforePrepared || this.preparedPages.size === maxPreparedPages) return false;
    this.preparedPages.add(text);
    return true;
  }
}
