import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { collectWrites } from './pipelines.js';

/** What writes, so that several can become one statement. */
export interface Write {
  /** Common table expressions: names with their SQL. */
  readonly with?: Readonly<Record<string, string>>;
  /** The statement itself, which may read them. */
  readonly text: string;
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
  /** Whether nothing at all is to be stored unless it writes a row. */
  readonly isGuard: boolean;
}

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
  private isBroken = false;

  /** @param reader what all of it is read on, in the order in which it is asked for */
  constructor(private readonly reader: Promise<ClientBase>) {}

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
    if (!this.isEmpty) throw this.refusal();
    const client = await this.reader;
    collectWrites(client);
    return client.query<Row>(statement);
  }

  /** Notes that the work depends on a row. */
  hasLoaded(aggregate: object): void {
    this.loaded.add(aggregate);
  }

  /** Adds the update of a row that was loaded, which finds it only if it is the same still. */
  update(
    aggregate: object,
    text: string,
    values: readonly unknown[],
    explain: (error: unknown) => unknown,
  ): void {
    if (!this.loaded.delete(aggregate)) throw this.refusal();
    this.writes.push({
      text: `${text} returning 1`,
      values,
      explain,
      answered: undefined,
      isGuard: true,
    });
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
    this.writes.push({ ...write, values, explain, answered, isGuard: false });
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
    const values: unknown[] = [];
    const tables: string[] = [];
    const answers = this.writes.map((write, at) => {
      const numbered = (sql: string) =>
        sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
      for (const [name, sql] of Object.entries(write.with ?? {})) {
        tables.push(`${name} as (${numbered(sql)})`);
      }
      tables.push(`w${at} as (${numbered(write.text)})`);
      values.push(...write.values);
      const isRead = write.isGuard || !modifies.test(write.text);
      const rows = isRead ? `(select count(*)::int from w${at})` : '0';
      // There is no other way to fail within a statement.
      return `${write.isGuard ? `1 / ${rows}` : rows} as w${at}`;
    });
    return { text: `with ${tables.join(', ')} select ${answers.join(', ')}`, values };
  }

  /** Tells the writes how many rows they gave. */
  answer(row: QueryResultRow): void {
    for (const [at, { answered }] of this.writes.entries()) answered?.(row[`w${at}`] as number);
  }

  /** The error to be told of the one that PostgreSQL gave. */
  explain(error: unknown): unknown {
    return this.writes.map(({ explain }) => explain(error)).find((other) => other !== error) ?? error;
  }
}
