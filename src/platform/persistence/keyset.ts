import { InvalidInput } from '../../shared/domain-error.js';
import { type Page, pageOfJson, type PageRequest } from '../../shared/records.js';
import { isUuid, parseTimestamp } from '../../shared/rules.js';
import { asJson, isoTimestamp } from './json.js';

/** A column that a list is sorted by. It has a value in every row: `coalesce` replaces null. */
export interface KeysetColumn<Row> {
  readonly sql: string;
  /** An `integer` has at most 9 digits, a `bigint` at most 16, and neither is negative. A `float8` is finite. */
  readonly type: 'timestamptz' | 'uuid' | 'integer' | 'bigint' | 'float8' | 'text';
  /**
   * Returns the column's value, read off a record; absent where records do not have it. If it is absent in one column, the
   * statement also selects the values of all.
   */
  readonly of?: (record: Row) => string;
}

/**
 * A list that is paged by the values of its sort columns (keyset pagination): the cost of a page does not depend on its
 * position. All SQL in here is written by the program; input from requests is passed in `values`.
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
  /** Whether the best plan depends on the values, as in a search: PostgreSQL then plans the statement on each call. */
  readonly isUnprepared?: boolean;
}

const isOfType: Record<KeysetColumn<never>['type'], (value: string) => boolean> = {
  // In the format of records, because PostgreSQL cannot parse every timestamp that requests may contain.
  timestamptz: (value) => parseTimestamp(value)?.toISOString() === value,
  uuid: isUuid,
  integer: (value) => /^\d{1,9}$/.test(value),
  bigint: (value) => /^\d{1,16}$/.test(value),
  // PostgreSQL also refuses a number that is too small, which JavaScript reads as 0.
  float8: (value) =>
    /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(value) &&
    Number.isFinite(Number(value)) &&
    (Number(value) !== 0 || /^-?0$/.test(value)),
  text: () => true,
};

/** A position that is not one of the list. */
export function invalidCursor(): InvalidInput {
  return new InvalidInput([
    { parameter: 'cursor', code: 'invalid_cursor', detail: 'The cursor is not one of this list.' },
  ]);
}

/** SQL and the values that it is run with. */
interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The only row that the statement for a page returns. */
export type PageRow = {
  /** The records, one per line; null when there are none. */
  readonly records: string | null;
  readonly has_more: boolean;
  /** The positions of the records as JSON arrays, if the records do not have all values of the sort columns. */
  readonly positions?: readonly string[] | null;
  /** The number of records in the whole list, if requested: a text, because it is a `bigint`. */
  readonly total?: string;
};

/** A page ends once its records have this many bytes together, as JSON. It has at least one record. */
export const maxPageBytes = 4 * 1024 * 1024;

/**
 * Returns SQL for the first records of a page, one JSON text per line in the column `records`, and for whether there are
 * more in `has_more`. The page ends after `limit` records, or once it has `maxPageBytes`.
 *
 * @param rows a statement that returns up to `limit` + 1 rows in the order of the page, with the column `json`
 * @param withPositions whether the rows have a column `position`, and the result has `positions`
 */
export function boundedPage(rows: string, limit: number, withPositions = false): string {
  return `string_agg(json, e'\\n') filter (where is_in_page) as records,
    ${withPositions ? 'array_agg(position) filter (where is_in_page) as positions,' : ''}
    count(*) > count(*) filter (where is_in_page) as has_more
  from (
    select rows.*, row_number() over previous <= ${limit}
      and sum(octet_length(json)) over previous - octet_length(json) < ${maxPageBytes} as is_in_page
    from (${rows}) rows window previous as (rows unbounded preceding)
  ) page`;
}

/**
 * Returns the statement for a page, whose records PostgreSQL turns into JSON.
 *
 * @throws InvalidInput when the position is not one of this list
 */
export function pageStatement<Row>(list: KeysetList<Row>, { limit, after, count }: PageRequest): Statement {
  const { order, descending, values } = list;
  if (after && !isPosition(after, list)) throw invalidCursor();
  const where = [...list.where];
  if (after) {
    const columns = order.map(({ sql }) => sql).join(', ');
    const parameters = order.map(({ type }, index) => `$${values.length + index + 1}::${type}`);
    where.push(`(${columns}) ${descending ? '<' : '>'} (${parameters.join(', ')})`);
  }
  // One more record than requested shows whether there is a next page.
  const withPositions = order.some(({ of }) => of === undefined);
  const position = withPositions
    ? `, json_build_array(${order.map(textOf).join(', ')})::text as position`
    : '';
  const rows = `select ${asJson(list.select)} as json${position} from ${list.from} ${list.joins ?? ''} ${whereClause(where)}
    order by ${orderOf(list)} limit ${limit + 1}`;
  const total = count ? `(select count(*) from ${list.from} ${whereClause(list.where)}) as total,` : '';
  return {
    text: `select ${total} ${boundedPage(rows, limit, withPositions)}`,
    values: [...values, ...(after ?? [])],
  };
}

/** Returns SQL for the value of a sort column as a text. */
function textOf({ sql, type }: KeysetColumn<never>): string {
  return type === 'timestamptz' ? isoTimestamp(sql) : `(${sql})::text`;
}

/** Returns SQL for the order of a list. */
export function orderOf<Row>({ order, descending }: Pick<KeysetList<Row>, 'order' | 'descending'>): string {
  return order.map(({ sql }) => `${sql}${descending ? ' desc' : ''}`).join(', ');
}

/** Builds a page from the row that its statement returned. */
export function pageOf<Row>(
  { records, has_more, positions, total }: PageRow,
  list: KeysetList<Row>,
): Page<Row> {
  const json = records ?? '';
  return pageOfJson<Row>(json, {
    ...(has_more ? { next: lastPosition(json, positions, list) } : {}),
    ...(total === undefined ? {} : { total: Number(total) }),
  });
}

function isPosition<Row>(after: readonly string[], { order }: KeysetList<Row>): boolean {
  return (
    after.length === order.length && order.every(({ type }, index) => isOfType[type](after[index] ?? ''))
  );
}

function whereClause(conditions: readonly string[]): string {
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

/** Returns the position of the last record of a page. */
function lastPosition<Row>(
  json: string,
  positions: PageRow['positions'],
  { order }: KeysetList<Row>,
): string[] {
  const position = positions?.at(-1);
  if (position !== undefined) return JSON.parse(position) as string[];
  const record = JSON.parse(json.slice(json.lastIndexOf('\n') + 1)) as Row;
  return order.map(({ of }) => of!(record));
}
