import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type KeysetList, pageStatement } from '../../../src/platform/persistence/keyset.js';
import { isoTimestamp } from '../../../src/platform/persistence/json.js';
import { Sql } from '../../../src/platform/persistence/sql.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';
import type { Page, PageRequest } from '../../../src/shared/records.js';
import { createTestDatabase, type TestDatabase, unitOfWorkOn } from '../../support/database.js';

interface Row {
  at: string;
  name: string;
  id: string;
}

/** Returns the rows as a list by time, name and id; `shown` filters by name. */
function listOf(
  rows: readonly Row[],
  options: { descending?: boolean; shown?: string[] } = {},
): KeysetList<Row> {
  return {
    select: `${isoTimestamp('r.at')} as at, r.name, r.id`,
    from: 'unnest($1::timestamptz[], $2::text[], $3::uuid[]) r (at, name, id)',
    joins: 'cross join (select 1) one',
    where: options.shown ? ['r.name = any($4)'] : [],
    values: [
      rows.map(({ at }) => at),
      rows.map(({ name }) => name),
      rows.map(({ id }) => id),
      ...(options.shown ? [options.shown] : []),
    ],
    order: [
      { sql: 'r.at', type: 'timestamptz', of: ({ at }) => at },
      { sql: 'r.name collate "C"', type: 'text', of: ({ name }) => name },
      { sql: 'r.id', type: 'uuid', of: ({ id }) => id },
    ],
    descending: options.descending ?? false,
  };
}

const id = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const sample: Row[] = [1, 2, 3].map((number) => ({
  at: '2026-01-31T12:00:00.000Z',
  name: 'a',
  id: id(number),
}));

describe('a page of a list', () => {
  let database: TestDatabase;
  let sql: Sql;
  const pageOf = (list: KeysetList<Row>, request: PageRequest): Promise<Page<Row>> => sql.page(list, request);

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new Sql(database.database, unitOfWorkOn(database.database));
  });
  afterAll(() => database.drop());

  it('contains every record exactly once and in order, page after page', async () => {
    const times = fc.constantFrom(
      '0001-01-01T00:00:00.000Z',
      '2026-01-31T12:00:00.000Z',
      '2026-01-31T12:00:00.001Z',
      '9999-12-31T23:59:59.999Z',
    );
    const row = fc.record({
      at: times,
      name: fc.constantFrom('', 'a', 'b', 'ä', "'", 'a\nb', '日本,"'),
      number: fc.nat(1_000),
    });
    const lists = fc.uniqueArray(row, { selector: ({ number }) => number, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        fc.boolean(),
        async (made, limit, descending, filtered) => {
          const rows: Row[] = made.map(({ at, name, number }) => ({ at, name, id: id(number) }));
          const list = listOf(rows, { descending, ...(filtered ? { shown: ['a', 'ä', 'a\nb'] } : {}) });
          const expected = rows
            .filter(({ name }) => !filtered || ['a', 'ä', 'a\nb'].includes(name))
            .sort((a, b) => {
              const [one, other] = [a, b].map((record) =>
                Buffer.from(`${record.at} ${record.name}\0${record.id}`),
              );
              return Buffer.compare(one as Buffer, other as Buffer) * (descending ? -1 : 1);
            });

          const met: Row[] = [];
          let after: readonly string[] | undefined;
          do {
            const request: PageRequest = { limit, count: true, ...(after ? { after } : {}) };
            const page = await pageOf(list, request);
            expect(page.total).toBe(expected.length);
            expect(page.records.length).toBe(Math.min(limit, expected.length - met.length));
            expect(page.json).toBe(page.records.map((row) => JSON.stringify(row)).join('\n'));
            met.push(...page.records);
            after = page.next;
          } while (after && met.length <= rows.length);
          expect(met).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts more than a hundred records', async () => {
    const rows = Array.from({ length: 250 }, (_, number) => ({ ...sample[0]!, id: id(number) }));
    const page = await pageOf(listOf(rows), { limit: 100, count: true });
    expect([page.records.length, page.total]).toEqual([100, 250]);
  });

  it('has the same records with and without a count, and no fields from counting', async () => {
    const list = listOf(sample);
    const counted = await pageOf(list, { limit: 2, count: true });
    const plain = await pageOf(list, { limit: 2, count: false });
    expect(counted).toEqual({ ...plain, total: 3 });
    expect(plain.records).toEqual(sample.slice(0, 2));
    expect(plain.next).toEqual([sample[1]?.at, 'a', id(2)]);
  });

  it('has no next page at the end of the list, also after a full page and after the last record', async () => {
    const list = listOf(sample);
    expect((await pageOf(list, { limit: 3, count: false })).next).toBeUndefined();
    const behind = { limit: 3, after: ['9999-12-31T23:59:59.999Z', '', id(0)] };
    expect(await pageOf(list, { ...behind, count: false })).toEqual({ records: [] });
    expect(await pageOf(list, { ...behind, count: true })).toEqual({ records: [], total: 3 });
    expect(await pageOf(listOf([]), { limit: 3, count: true })).toEqual({ records: [], total: 0 });
  });

  const refused: [string, string[]][] = [
    ['too short', ['2026-01-31T12:00:00.000Z', 'a']],
    ['too long', ['2026-01-31T12:00:00.000Z', 'a', id(1), 'b']],
    ['empty', []],
    ['with another order', [id(1), 'a', '2026-01-31T12:00:00.000Z']],
    ['with an id that is no UUID', ['2026-01-31T12:00:00.000Z', 'a', '1']],
    ['with a time that is none', ['2026-02-30T12:00:00.000Z', 'a', id(1)]],
    // PostgreSQL parses neither of these.
    ['with a time at an offset', ['2026-01-31T12:00:00.000+23:00', 'a', id(1)]],
    ['with a time with a comma', ['2026-01-31T12:00:00,000Z', 'a', id(1)]],
  ];

  it.each(refused)('is rejected for the position %s', async (_, after) => {
    await expect(pageOf(listOf(sample), { limit: 1, count: false, after })).rejects.toThrow(InvalidInput);
    expect(() => pageStatement(listOf(sample), { limit: 1, count: false, after })).toThrow(InvalidInput);
  });

  it('passes values from the request as parameters', () => {
    const after = ['2026-01-31T12:00:00.000Z', "'; drop table users", id(1)];
    const { text, values } = pageStatement(listOf(sample), { limit: 1, count: true, after });
    expect(text).not.toContain('drop');
    expect(values.slice(3)).toEqual(after);
  });

  it('selects one record more than the limit', () => {
    const list = listOf(sample);
    expect(pageStatement(list, { limit: 2, count: false }).text).toContain('limit 3');
  });
});
