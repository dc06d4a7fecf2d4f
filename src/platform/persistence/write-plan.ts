import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { StoredNumber } from '../../shared/unit-of-work.js';
import type { Pipeline } from './pipelines.js';

/** What writes, so that several can become one statement. */
export interface Write {
  /** Common table expressions: names with their SQL. */
  readonly with?: Readonly<Record<string, string>>;
  /** The statement itself, which may read them. */
  readonly text: string;
}

/** A number that a write of the same plan gives. */
export class WrittenNumber extends StoredNumber {
  /** @param column SQL: a column of one of the common table expressions, which has one row or none */
  constructor(readonly column: `${string}.${string}`) {
    super();
  }

  /** Name of the common table expression. */
  get table(): string {
    return this.column.split('.', 1)[0]!;
  }
}

/** SQL of a write by itself. */
export function textOf({ with: tables = {}, text }: Write): string {
  const named = Object.entries(tables).map(([name, sql]) => `${name} as (${sql})`);
  return named.length > 0 ? `with ${named.join(', ')} ${text}` : text;
}

/** Statements that are carried out whether or not anything reads them. */
const modifies = /^\s*(insert|update|delete)\b/;

/** Those whose order among others does not matter. */
const fits = /^\s*(insert|update)\b/;

/** The plan cannot be kept: the work has to be done again, in a transaction. */
export class NeedsTransaction extends Error {
  constructor() {
    super('It needs a transaction.');
  }
}

interface PlannedWrite extends Write {
  readonly values: readonly unknown[];
  readonly explain: (error: unknown) => unknown;
  readonly answered: ((rows: number) => void) | undefined;
  /** Whether nothing at all is to be stored unless it gives a row. */
  readonly isGuard: boolean;
}

/** The statement of a plan, found by the texts of its writes, one after the other. */
class PlannedStatement {
  text: string | undefined;
  private readonly longer = new Map<string, PlannedStatement>();

  /** That of a plan with one text more. */
  and(text: string): PlannedStatement {
    let found = this.longer.get(text);
    if (!found) this.longer.set(text, (found = new PlannedStatement()));
    return found;
  }
}

/** Those of all plans there have been. They are few, as the texts are: what differs stands in the values. */
const statements = new PlannedStatement();

/**
 * What a unit of work stores that began no transaction: a single statement in the end. Until then it only reads, without
 * locks, and each row that it has loaded to change it is written only if it is the same still.
 *
 * Whatever does not fit into that is refused with {@link NeedsTransaction}.
 */
export class WritePlan {
  readonly committed = new Set<() => void>();
  private readonly writes: PlannedWrite[] = [];
  private readonly names = new Set<string>();
  private readonly loaded = new Set<object>();
  private pipeline: Pipeline | undefined;
  private isReading = true;
  private isBroken = false;

  /** @param reader gives what all of it is read on, in the order in which it is asked for */
  constructor(private readonly reader: () => Pipeline) {}

  /**
   * Whether nothing is to be written.
   *
   * @throws NeedsTransaction where that is not all of the truth
   */
  get isEmpty(): boolean {
    if (this.isBroken) throw this.refusal();
    return this.writes.length === 0;
  }

  async read<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    // It would not see what is going to be written.
    if (this.isBroken || !this.isReading) throw this.refusal();
    this.pipeline ??= this.reader();
    return this.pipeline.query<Row>(statement);
  }

  /** Notes that the work depends on a row. */
  hasLoaded(aggregate: object): void {
    this.loaded.add(aggregate);
  }

  /** Adds the update of a row that was loaded, which finds it only if it is the same still: it has to give a row. */
  update(
    aggregate: object,
    text: string,
    values: readonly unknown[],
    explain: (error: unknown) => unknown,
  ): void {
    if (!this.loaded.delete(aggregate)) throw this.refusal();
    this.isReading = false;
    this.writes.push({ text, values, explain, answered: undefined, isGuard: true });
  }

  /** Notes that the work goes by a statement that gives a row. */
  expect(text: string, values: readonly unknown[]): void {
    this.writes.push({ text, values, explain: (error) => error, answered: undefined, isGuard: true });
  }

  add(
    write: Write,
    values: readonly unknown[],
    explain: (error: unknown) => unknown,
    answered?: (rows: number) => void,
  ): void {
    const names = Object.keys(write.with ?? {});
    if (names.length === 0 && !fits.test(write.text)) throw this.refusal();
    for (const name of names) {
      if (this.names.has(name)) throw this.refusal();
      this.names.add(name);
    }
    this.isReading = false;
    this.writes.push({ ...write, values, explain, answered, isGuard: false });
  }

  /** Adds a write that stores nothing at all, or gives the number. */
  addNumber(write: Write, column: `${string}.${string}`, values: readonly unknown[]): WrittenNumber {
    this.add(
      write,
      values,
      (error) => error,
      (rows) => {
        if (rows === 0) throw this.refusal();
      },
    );
    return new WrittenNumber(column);
  }

  /** To be thrown. Whoever catches it cannot save the plan. */
  refusal(): NeedsTransaction {
    this.isBroken = true;
    return new NeedsTransaction();
  }

  /**
   * The statement for all that is to be written.
   *
   * @throws NeedsTransaction where it depends on a row that is not written
   */
  statement(): { text: string; values: unknown[] } {
    if (this.loaded.size > 0) throw this.refusal();
    let known = statements;
    for (const { with: tables = {}, text, isGuard } of this.writes) {
      for (const name in tables) known = known.and(name).and(tables[name]!);
      known = known.and(isGuard ? 'guard' : '').and(text);
    }
    known.text ??= this.text();
    return { text: known.text, values: this.writes.flatMap(({ values }) => values) };
  }

  /**
   * Tells the writes how many rows they gave.
   *
   * @throws NeedsTransaction where one of them wants that, of which nothing was stored
   */
  answer(row: QueryResultRow): void {
    for (const [at, { answered }] of this.writes.entries()) answered?.(row[`w${at}`] as number);
  }

  /** The error to be told of the one that PostgreSQL gave. */
  explain(error: unknown): unknown {
    return this.writes.map(({ explain }) => explain(error)).find((other) => other !== error) ?? error;
  }

  private text(): string {
    const tables: string[] = [];
    let values = 0;
    const answers = this.writes.map((write, at) => {
      const numbered = (sql: string) =>
        sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values}`);
      for (const [name, sql] of Object.entries(write.with ?? {})) {
        tables.push(`${name} as (${numbered(sql)})`);
      }
      tables.push(`w${at} as (${numbered(write.text)})`);
      values += write.values.length;
      const isRead = write.isGuard || !modifies.test(write.text);
      const rows = isRead ? `(select count(*)::int from w${at})` : '0';
      return `${write.isGuard ? `case ${rows} when 0 then write_conflict() end` : rows} as w${at}`;
    });
    return `with ${tables.join(', ')} select ${answers.join(', ')}`;
  }
}
