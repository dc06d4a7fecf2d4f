import { InvalidInput } from '../../shared/domain-error.js';
import { type Page, pageOfJson, type PageRequest } from '../../shared/records.js';
import { isUuid, parseTimestamp } from '../../shared/rules.js';
import { asJson } from './json.js';

/** A column that a list is sorted by. */
export interface KeysetColumn<Row> {
  readonly sql: string;
  readonly type: 'timestamptz' | 'uuid' | 'integer' | 'text';
  /** The column's value, read off a record. */
  readonly of: (record: Row) => string;
}

/**
 * A list that is paged by the values of its sort columns (keyset paging): a page costs the same wherever it lies. All
 * SQL in here is the program's own; what comes from a request stands in `values`.
 */
export interface KeysetList<Row> {
  /** The columns, named and in the order of the record's fields. */
  readonly select: string;
  /** The table whose rows are listed, with the joins that filters need. */
  readonly from: string;
  /** Joins that only the record needs: one row for each row of `from`. */
  readonly joins?: string;
  readonly where: readonly string[];
  readonly values: readonly unknown[];
  /** A total order: the last column is unique. */
  readonly order: readonly KeysetColumn<Row>[];
  readonly descending: boolean;
  /** Whether the best plan depends on the values, as in a search: it is made for them each time. */
  readonly planned?: boolean;
}

const isOfType: Record<KeysetColumn<never>['type'], (value: string) => boolean> = {
  // As records spell it: PostgreSQL cannot read every timestamp that requests may have.
  timestamptz: (value) => parseTimestamp(value)?.toISOString() === value,
  uuid: isUuid,
  integer: (value) => /^\d{1,9}$/.test(value),
  text: () => true,
};

/** A position that is not one of the list. */
export function invalidCursor(): InvalidInput {
  return new InvalidInput([
    { parameter: 'cursor', code: 'invalid_cursor', detail: 'The cursor is not one of this list.' },
  ]);
}

/** SQL and the values that it is run with. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * The statement for a page: one row more than asked for, to know whether there is more.
 *
 * @throws InvalidInput where the position is not one of this list
 */
export function keysetStatement<Row>(list: KeysetList<Row>, request: PageRequest): Statement {
  const page = { ...list, select: `${list.select}${request.count ? ', true as "$found"' : ''}` };
  const { text, values } = statementOf(page, request);
  if (!request.count) return { text, values };
  const counted = `select whole."$total", page.* from (select ${totalOf(list)} as "$total") whole
    left join lateral (${text}) page on true`;
  return { text: counted, values };
}

/** The only row that the statement for a page of JSON gives: texts, or outside of a unit of work their bytes in UTF-8. */
export interface JsonPageRow {
  /** The records and, where there is more, the first one behind them: a line each, null where there are none. */
  readonly records: Buffer | string | null;
  /** How many lines there are. */
  readonly found: Buffer | string;
  /** Records in the whole list, where it was asked for. */
  readonly total?: Buffer | string;
}

/**
 * The statement for a page whose records PostgreSQL makes JSON of, which gives a `JsonPageRow`.
 *
 * @throws InvalidInput where the position is not one of this list
 */
export function jsonPageStatement<Row>(list: KeysetList<Row>, request: PageRequest): Statement {
  const { text, values } = statementOf({ ...list, select: `${asJson(list.select)} as json` }, request);
  const total = request.count ? `, ${totalOf(list)}::text as total` : '';
  // Aggregated in the order in which the inner statement gives them.
  return {
    text: `select string_agg(json, e'\\n') as records, count(*)::text as found${total} from (${text}) page`,
    values,
  };
}

function totalOf<Row>({ from, where }: KeysetList<Row>): string {
  return `(select count(*)::int from ${from} ${condition(where)})`;
}

function statementOf<Row>(list: KeysetList<Row>, request: PageRequest): Statement {
  const { after } = request;
  if (
    after &&
    !(
      after.length === list.order.length &&
      list.order.every(({ type }, index) => isOfType[type](after[index] ?? ''))
    )
  ) {
    throw invalidCursor();
  }
  const columns = list.order.map(({ sql }) => sql).join(', ');
  const where = [...list.where];
  if (after) {
    const position = list.order.map(({ type }, index) => `$${list.values.length + index + 1}::${type}`);
    where.push(`(${columns}) ${list.descending ? '<' : '>'} (${position.join(', ')})`);
  }
  return {
    text: `select ${list.select} from ${list.from} ${list.joins ?? ''} ${condition(where)}
      order by ${orderOf(list)} limit ${request.limit + 1}`,
    values: [...list.values, ...(after ?? [])],
  };
}

/** SQL for the order of a list. */
export function orderOf<Row>({ order, descending }: Pick<KeysetList<Row>, 'order' | 'descending'>): string {
  return order.map(({ sql }) => `${sql}${descending ? ' desc' : ''}`).join(', ');
}

function condition(conditions: readonly string[]): string {
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

/** Makes a page of the rows that the statement gave. */
export function pageOf<Row>(rows: readonly Row[], list: KeysetList<Row>, request: PageRequest): Page<Row> {
  let total: number | undefined;
  let found = rows;
  if (request.count) {
    // The total comes with every row; an empty page is one row that has nothing else.
    const counted = rows as readonly (Row & { $total: number; $found: true | null })[];
    total = counted[0]?.$total ?? 0;
    found = counted
      .filter(({ $found }) => $found)
      .map(({ $total: _, $found: __, ...record }) => record as Row);
  }
  const records = found.slice(0, request.limit);
  const last = records.at(-1);
  return {
    records,
    ...(found.length > request.limit && last ? { next: list.order.map(({ of }) => of(last)) } : {}),
    ...(total === undefined ? {} : { total }),
  };
}

/** Makes a page of the row that the statement for a page of JSON gave. */
export function pageOfJsonRow<Row>(
  { records, found, total }: JsonPageRow,
  list: KeysetList<Row>,
  request: PageRequest,
): Page<Row> {
  const lines = Buffer.isBuffer(records) ? records : Buffer.from(records ?? '');
  const hasMore = Number(found) > request.limit;
  const json = hasMore ? lines.subarray(0, lines.lastIndexOf('\n')) : lines;
  return pageOfJson<Row>(json, {
    ...(hasMore ? { next: positionOf(json.subarray(json.lastIndexOf('\n') + 1), list) } : {}),
    ...(total === undefined ? {} : { total: Number(total) }),
  });
}

function positionOf<Row>(line: Buffer, { order }: KeysetList<Row>): string[] {
  const record = JSON.parse(line.toString()) as Row;
  return order.map(({ of }) => of(record));
}
