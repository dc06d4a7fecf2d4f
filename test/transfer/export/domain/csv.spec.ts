import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { byteOrderMark, csvLine } from '../../../../src/transfer/export/domain/csv.js';
import { unprotectFormula } from '../../../../src/shared/formulas.js';
import { anyCharacter } from '../../../support/any-character.js';

/** Characters that mean something to CSV, to spreadsheets, or to UTF-8. */
const special = fc.constantFrom(..."\",;\t\r\n ''=+-@＝a1äß😀\xa0\u200b\u2028\u3000\ufeff");

const cell = fc.oneof(fc.string({ unit: special }), fc.string({ unit: anyCharacter }));

it('can be read back by a parser that removes one apostrophe before each formula', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.array(cell, { minLength: 5, maxLength: 5 })),
      (width, all) => {
        const rows = all.map((cells) => ['id', ...cells.slice(0, width)]);
        const file = byteOrderMark + rows.map(csvLine).join('');
        const read: string[][] = parse(file, { bom: true, record_delimiter: '\r\n' });
        expect(read.map((cells) => cells.map(unprotectFormula))).toEqual(rows);
        for (const each of read.flat()) expect(each).not.toMatch(/^[\s\u200b]*[=+\-@＝]|^[\t\r\n]/);
      },
    ),
  );
});

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' indented', '" indented"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@sum', "'@sum"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['a=1', 'a=1'],
  [' =1', "' =1"],
  ['\xa0@sum', "'\xa0@sum"],
  ['\ufeff\u3000-1', "'\ufeff\u3000-1"],
  ['\u200b\u00ad+1', "'\u200b\u00ad+1"],
  ['\u3164\u2800=1', "'\u3164\u2800=1"],
  ['﹦1', "'﹦1"],
  ["'=already", "''=already"],
  ["''\u3000=twice", "'''\u3000=twice"],
  ["'tis", "'tis"],
  ["a '=1", "a '=1"],
])('%j is written as %j', (text, expected) => {
  expect(csvLine([text, 'x'])).toBe(`${expected},x\r\n`);
});
