import { describe, expect, it } from '@jest/globals';
import { metadataOf, namesIn } from '../../importer/src/sources/field-values.js';
import { tagOf } from '../../importer/src/sources/named-records.js';

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
