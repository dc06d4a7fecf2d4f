import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { keysetStatement, type KeysetList, pageOf } from './keyset.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** SQL for a timestamp as records have it: ISO 8601 in UTC with milliseconds; null stays null. */
export function isoTimestamp(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Conditions of a list, collected with the values that they need. */
export class Conditions {
  readonly where: string[] = [];
  readonly values: unknown[] = [];

  /** Adds a condition in which every `?` stands for the value; nothing where the value is undefined. */
  and(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.where.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }
}

/** Plain SQL through `pg`, inside the unit of work where one is under way. */
@Injectable()
export class Sql {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: TypeormUnitOfWork,
  ) {}

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

  /** One page of a list, in one statement. */
  async page<Row extends QueryResultRow>(list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> {
    const { text, values } = keysetStatement(list, request);
    return pageOf(await this.rows<Row>(text, values), list, request);
  }
}
