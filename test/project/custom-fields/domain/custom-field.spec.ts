import { describe, expect, it } from '@jest/globals';
import {
  type CustomFieldRecord,
  CustomFields,
} from '../../../../src/project/custom-fields/domain/custom-field.js';
import { fieldAccessOf } from '../../../../src/project/access/domain/field-access.js';
import {
  type FieldSort,
  parseFieldFilters,
  parseFieldSort,
  valueErrors,
} from '../../../../src/project/custom-fields/domain/field-value.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

const field = (key: string, values: Partial<CustomFieldRecord> = {}): CustomFieldRecord => ({
  key,
  name: key,
  type: 'text',
  options: [],
  required: false,
  set_by: 'contributors',
  visible_to: 'everyone',
  position: 1,
  ...values,
});

describe('CustomFields', () => {
  it('a new field is an optional text that everyone sees and contributors set, and is the last one', () => {
    const fields = new CustomFields([]);
    fields.put('first', { position: 7 });
    expect(fields.put('internal_note', {})).toEqual(
      field('internal_note', { name: 'Internal note', position: 8 }),
    );
  });

  it('options disappear with a type that has some', () => {
    const fields = new CustomFields([]);
    fields.put('platform', { type: 'choice', options: ['iOS'] });
    expect(fields.put('platform', { name: 'System' })).toMatchObject({ type: 'choice', options: ['iOS'] });
    expect(fields.put('platform', { type: 'text' })).toMatchObject({ type: 'text', options: [] });
  });

  it.each<[string, object, string[]]>([
    ['', {}, ['/key invalid_field_key']],
    ['a.b', {}, ['/key invalid_field_key']],
    ['__proto__', {}, ['/key reserved_key']],
    ['a', { type: 'json', setBy: 'owners' }, ['/type invalid_choice', '/set_by invalid_choice']],
    ['a', { type: 'choice' }, ['/options required']],
    ['a', { type: 'choice', options: ['x', 'x'] }, ['/options repeated']],
    ['a', { type: 'choice', options: Array.from({ length: 101 }, String) }, ['/options invalid_type']],
    ['a', { options: ['x'] }, ['/options not_taken']],
  ])('the field %j with %j is invalid', (key, changes, errors) => {
    expect(fieldErrorsOf(() => new CustomFields([]).put(key, changes))).toEqual(errors);
  });

  it('hide from everyone but editors what only editors see', () => {
    const restricted = [field('cost', { visible_to: 'editors', required: true })];
    expect(fieldAccessOf('contributor', restricted)).toEqual({ hidden: ['cost'], required: false });
    expect(fieldAccessOf('viewer', [field('team', { required: true })])).toEqual({
      hidden: [],
      required: true,
    });
    expect(fieldAccessOf('editor', restricted)).toEqual({ hidden: [], required: false });
  });
});

describe('valueErrors', () => {
  const options = ['iOS', 'Web'];
  const fields = [
    field('text'),
    field('number', { type: 'number' }),
    field('boolean', { type: 'boolean' }),
    field('date', { type: 'date' }),
    field('url', { type: 'url' }),
    field('choice', { type: 'choice', options }),
    field('choices', { type: 'choices', options }),
  ];
  const codes = (values: object) =>
    valueErrors(fields, { ...values }).map(({ pointer, code }) => `${pointer} ${code}`);

  it('finds none in values of the types', () => {
    const values = {
      text: 'a',
      number: -0.5,
      boolean: false,
      date: '2024-02-29',
      url: 'http://a.b',
      choice: 'Web',
      choices: ['Web', 'iOS'],
    };
    expect(codes(values)).toEqual([]);
    expect(codes({ text: null, choices: null })).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['text', 1, 'invalid_type'],
    ['text', '', 'blank'],
    ['text', 'x'.repeat(2_001), 'too_long'],
    ['number', '1', 'invalid_type'],
    ['number', Infinity, 'invalid_type'],
    ['number', -1e15 - 1, 'out_of_range'],
    ['boolean', 'true', 'invalid_type'],
    ['date', '2026-02-29', 'invalid_date'],
    ['date', '2026-01-01T00:00:00Z', 'invalid_date'],
    ['url', 'example.com', 'invalid_url'],
    ['url', 'javascript:alert(1)', 'invalid_url'],
    ['url', 'https://a b', 'invalid_url'],
    ['choice', 'ios', 'invalid_choice'],
    ['choice', ['iOS'], 'invalid_type'],
    ['choices', 'iOS', 'invalid_type'],
    ['choices', [], 'invalid_type'],
    ['choices', ['iOS', 1], 'invalid_choice'],
    ['choices', ['iOS', 'iOS'], 'repeated'],
    ['other', 1, 'unknown_field'],
    ['toString', 1, 'unknown_field'],
  ])('%s does not take %j: %s', (key, value, code) => {
    expect(codes({ [key]: value })).toEqual([`/fields/${key} ${code}`]);
  });
});

describe('parseFieldFilters', () => {
  const fields = [field('effort', { type: 'number' }), field('due', { type: 'date' })];

  it('combines the parameters of a field', () => {
    const filters = [
      { parameter: 'field.effort', values: ['1', '2.50'] },
      { parameter: 'field.effort.min', values: ['-3'] },
      { parameter: 'field.due.max', values: ['2026-01-31'] },
    ];
    expect(parseFieldFilters(fields, filters)).toEqual([
      { key: 'effort', type: 'number', values: [1, 2.5], min: -3 },
      { key: 'due', type: 'date', max: '2026-01-31' },
    ]);
  });
});

describe('The order by a field', () => {
  const fields = [field('effort'), field('desc')];

  it.each<[FieldSort, string, boolean]>([
    ['field.effort', 'effort', false],
    ['field.effort.desc', 'effort', true],
    ['field.desc', 'desc', false],
    ['field.desc.desc', 'desc', true],
  ])('%s', (sort, key, descending) => {
    expect(parseFieldSort(fields, sort)).toEqual({ field: field(key), descending });
  });

  it.each<FieldSort>(['field.', 'field.none', 'field..desc', 'field.effort.asc', 'field.effort.desc.desc'])(
    '%s is rejected',
    (sort) => {
      expect(fieldErrorsOf(() => parseFieldSort(fields, sort))).toEqual([' unknown_field']);
    },
  );
});
