import { expect, it } from '@jest/globals';
import { bindCondition } from '../../../src/platform/persistence/index.js';

function bound(sql: string, parameters?: Record<string, unknown>): [string, unknown[]] {
  const values: unknown[] = ['the first'];
  return [bindCondition({ sql, parameters }, (value) => `$${values.push(value)}`), values.slice(1)];
}

it('replaces each name by the parameter of its value', () => {
  expect(bound('a = :one and b in (:two, :one::int)', { one: 1, two: [2] })).toEqual([
    'a = $2 and b in ($3, $4::int)',
    [1, [2], 1],
  ]);
});

it.each([`a = ':one' and b`, `":one" is null`, `'it''s :one'`, `a::one`, 'a ? b'])(
  'leaves %s unchanged',
  (sql) => {
    expect(bound(sql, { one: 1 })).toEqual([sql, []]);
  },
);

it('leaves out comments', () => {
  const [sql] = bound(`a = '--' /* :one */ and "/*" = 1 -- only :two`);
  expect(sql).toBe(`a = '--'   and "/*" = 1  `);
});

it.each(['one', 'constructor'])('throws an error for the parameter :%s, which has no value', (name) => {
  expect(() => bound(`a = :${name}`)).toThrow(`The condition has no value for the parameter :${name}.`);
});
