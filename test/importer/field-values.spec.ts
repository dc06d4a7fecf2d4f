import { describe, expect, it } from '@jest/globals';
import { countOf, emailOf, metadataOf, namesIn } from '../../importer/src/sources/field-values.js';
import { tagOf } from '../../importer/src/sources/named-records.js';
import { timeOf } from '../../importer/src/sources/times.js';

describe('timeOf', () => {
  it.each([
    ['2024-03-05T10:11:12.345Z', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05T10:11:12.345678+00:00', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05T10:11:12+02:00', '2024-03-05T08:11:12.000Z'],
    ['2024-03-05 10:11:12.345678+00', '2024-03-05T10:11:12.345Z'],
    ['2024-03-05 10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11', '2024-03-05T10:11:00.000Z'],
    ['2024-03-05T10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11:12 UTC', '2024-03-05T10:11:12.000Z'],
    ['2024-03-05 10:11:12 -0500', '2024-03-05T15:11:12.000Z'],
    ['2024/03/05 10:11:12', '2024-03-05T10:11:12.000Z'],
    ['2024/03/05', '2024-03-05T00:00:00.000Z'],
    ['2024-03-05', '2024-03-05T00:00:00.000Z'],
    [' 2024-03-05 ', '2024-03-05T00:00:00.000Z'],
    ['Tue, 05 Mar 2024 10:11:12 GMT', '2024-03-05T10:11:12.000Z'],
    ['5 Mar 2024 10:11 +0100', '2024-03-05T09:11:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(timeOf(text)).toBe(time);
  });

  it.each([
    ...[
      '',
      'now',
      '05/03/2024',
      '5.3.2024',
      '2024-02-30',
      '2024-13-01',
      '2024-03-05 25:00:00',
      '1709633472',
      '2024',
    ],
    ...[
      '2024-03-05 10:11:12 CET',
      '2024-3-5',
      '31 Feb 2024 10:00 GMT',
      '2024-03-05T10:11:12Z; drop',
      '0000-01-01',
    ],
  ])('does not accept "%s"', (text) => {
    expect(() => timeOf(text)).toThrow(expect.objectContaining({ code: 'invalid_date' }));
  });
});

describe('countOf', () => {
  it.each([
    ['0', 0],
    [' 12 ', 12],
    [7, 7],
    ['', undefined],
    [null, undefined],
  ])('reads %p', (value, count) => {
    expect(countOf(value)).toBe(count);
  });

  it.each([['-1'], ['1.5'], ['1e3'], ['1,000'], ['ten'], ['99999999999'], [-3], [0.5], [NaN], ['10000001']])(
    'does not accept %p',
    (value) => {
      expect(() => countOf(value)).toThrow(expect.objectContaining({ code: 'invalid_count' }));
    },
  );
});

describe('emailOf', () => {
  it.each([
    [' Ada@Example.com ', 'Ada@Example.com'],
    ['Ada', ''],
    ['a b@example.com', ''],
    [`${'a'.repeat(250)}@example.com`, ''],
    [null, ''],
  ])('reads %p as "%s"', (value, email) => {
    expect(emailOf(value)).toBe(email);
  });
});

describe('tagOf', () => {
  it.each([
    ['fb3a62', '#fb3a62'],
    ['#0af', '#0af'],
    ['', ''],
    [null, ''],
    ['red', ''],
  ])('reads the color %p as %s', (color, expected) => {
    expect(tagOf(' UI ', color)).toEqual({ kind: 'tag', name: 'UI', color: expected });
  });
});

describe('namesIn', () => {
  it.each([
    ['', []],
    ['a, b,a', ['a', 'b']],
    ['["a, b", 1, null]', ['a, b', '1']],
    ['[broken', ['[broken']],
    ['"a, b",c ""d""', ['a, b', 'c ""d""']],
    ['"a ""b""" , c', ['a "b"', 'c']],
    ['"open, end', ['"open', 'end']],
  ])('reads %p', (list, names) => {
    expect(namesIn(list)).toEqual(names);
  });
});

describe('metadataOf', () => {
  it('omits what is empty', () => {
    expect(
      metadataOf([
        ['a', ''],
        ['b', null],
        ['c', []],
        ['d', { e: [''] }],
        ['f', undefined],
      ]),
    ).toEqual({});
  });

  it('keeps at most 3 kB, without the fields that are too large, and 6 levels', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const { metadata } = metadataOf([
      ['first', 'x'],
      ['deep', [1, deep]],
      ['large', 'ä'.repeat(2_000)],
      ['last', 'y'],
    ]);
    expect(metadata).toEqual({ first: 'x', deep: [1], last: 'y', truncated: true });
  });

  it('replaces text that cannot be stored, and omits numbers that JSON cannot express', () => {
    expect(
      metadataOf([
        ['a\0', 'b\ud800c'],
        ['n', Infinity],
        ['m', 2],
      ]),
    ).toEqual({ metadata: { 'a\ufffd': 'b\ufffdc', m: 2 } });
  });
});
