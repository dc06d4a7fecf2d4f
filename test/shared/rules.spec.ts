import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  firstViolation,
  check,
  isUuid,
  link,
  matching,
  oneOf,
  type Rules,
  schemaOf,
  text,
  boolean,
  uuid,
} from '../../src/shared/rules.js';
import { userRules } from '../../src/identity/users/domain/user.js';
import { projectConfigRules } from '../../src/project/projects/domain/project-config.js';
import { tagRules } from '../../src/project/tags/domain/tag.js';
import { jsonObject } from '../../src/shared/json-object.js';
import { slugRules } from '../../src/shared/slug.js';
import { fieldErrorsOf } from '../support/field-errors.js';
import { anyCharacter } from '../support/any-character.js';

const code = (rules: Rules, value: unknown) => firstViolation(rules, value)?.code;

const anyText = fc.string({ unit: anyCharacter, maxLength: 60 });

describe('jsonObject', () => {
  const rules = jsonObject({ maxBytes: 20 });

  it.each<[unknown, string | undefined]>([
    [{}, undefined],
    [{ a: [null, { b: 1 }] }, undefined],
    [null, 'invalid_type'],
    [[], 'invalid_type'],
    ['{}', 'invalid_type'],
    [{ text: 'x'.repeat(9) }, undefined],
    [{ text: 'x'.repeat(10) }, 'too_large'],
    // Three bytes each in UTF-8.
    [{ a: '€€€€' }, undefined],
    [{ a: '€€€€€' }, 'too_large'],
    [{ a: ['\0'] }, 'invalid_unicode'],
    [{ '\ud800': 1 }, 'invalid_unicode'],
    [{ a: Number.POSITIVE_INFINITY }, 'out_of_range'],
  ])('checks %j: %s', (value, expected) => {
    expect(code(rules, value)).toBe(expected);
  });
});

describe('text', () => {
  const rules = text({ max: 5 });

  it('counts code points', () => {
    expect(code(rules, '12345')).toBeUndefined();
    expect(code(rules, '123456')).toBe('too_long');
    expect(code(rules, '🚀🚀🚀🚀🚀')).toBeUndefined();
    expect(code(rules, '🚀🚀🚀🚀🚀🚀')).toBe('too_long');
    // This family emoji is one grapheme and seven code points.
    expect(code(rules, '👨‍👩‍👧‍👦')).toBe('too_long');
  });

  it('counts the same as Array.from', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'ä', 'e\u0301', '🚀', ' '), { maxLength: 8 }), (signs) => {
        const value = signs.join('');
        expect(code(rules, value) === 'too_long').toBe(Array.from(value).length > 5);
      }),
    );
  });

  it('may be empty or blank unless it is required', () => {
    const required = text({ max: 5, required: true });
    for (const blank of ['', ' ', '\t\n', '\u00a0\u2003\u3000', '\ufeff']) {
      expect(code(rules, blank)).toBeUndefined();
      expect(code(required, blank)).toBe('blank');
    }
    expect(code(required, ' a ')).toBeUndefined();
    expect(code(required, ' '.repeat(6))).toBe('blank');
  });

  it('must be well-formed Unicode without U+0000', () => {
    for (const ill of ['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800', '🚀\ud83d']) {
      expect(code(rules, ill)).toBe('invalid_unicode');
    }
    for (const well of ['\u0001', '\ufffd', '\uffff', '🚀', '\u{10ffff}', '\u200d']) {
      expect(code(rules, well)).toBeUndefined();
    }
  });

  it('agrees with String.prototype.isWellFormed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 }), (units) => {
        const value = String.fromCharCode(...units);
        const isFine = (value as unknown as { isWellFormed(): boolean }).isWellFormed();
        expect(code(rules, value) === undefined).toBe(isFine && !value.includes('\0'));
      }),
    );
  });

  it('must be a string', () => {
    for (const value of [null, 5, true, ['a'], { a: 1 }]) expect(code(rules, value)).toBe('invalid_type');
  });
});

describe('matching', () => {
  const rules = matching(/^[a-z]+$/, { code: 'invalid_word', detail: 'must be a word.', max: 5 });

  it('accepts texts that match', () => {
    expect(code(rules, 'abc')).toBeUndefined();
    expect(code(rules, '')).toBe('invalid_word');
    expect(code(rules, 'abc\n')).toBe('invalid_word');
    expect(code(rules, 'abcdef')).toBe('too_long');
    expect(code(rules, 'a\0')).toBe('invalid_unicode');
    expect(code(rules, 5)).toBe('invalid_type');
  });

  it('accepts an empty text if that is allowed', () => {
    const options = { code: 'invalid_word', detail: 'must be a word.', max: 5, mayBeEmpty: true };
    expect(code(matching(/^[a-z]+$/, options), '')).toBeUndefined();
    expect(code(matching(/^[a-z]+$/, options), ' ')).toBe('invalid_word');
  });

  // The time that a pattern takes may grow faster than the length of the text.
  it('does not apply the pattern to a text that is too long', () => {
    const pattern = /^a+$/;
    pattern.test = () => {
      throw new Error('tried');
    };
    for (const { isSatisfiedBy } of matching(pattern, { code: 'invalid_word', detail: '', max: 5 })) {
      expect(() => isSatisfiedBy('b'.repeat(6))).not.toThrow();
    }
  });
});

describe('link', () => {
  const url = link({ max: 60 });
  const picture = link({ max: 60, picture: true });

  it.each([
    '',
    'https://example.com/a?b#c',
    'HTTP://example.com',
    '/a.png',
    'a/b:c',
    '//example.com',
    '🚀',
    ':rocket:',
    '?a:b',
    '#a:b',
    'ä:b',
    '1:b',
  ])('accepts %j', (value) => {
    expect(code(url, value)).toBeUndefined();
    expect(code(picture, value)).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \t\r\njavascript:alert(1)',
    '\u0001\u001f\u007f\u0080\u009fjavascript:alert(1)',
    '\u00a0\u2003\u3000\u2028\ufeffjavascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript\r:alert(1)',
    'j\u0000avascript:alert(1)'.replace('\0', '\u0002'),
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:,image/png',
    'data:imagery/png,a',
    'data:text/html;image/png,a',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    'blob:https://example.com/1',
    'httpss://example.com',
    'x-a+b.c1://example.com',
    `${'a'.repeat(50)}:b`,
  ])('rejects %j', (value) => {
    expect(code(url, value)).toBe('invalid_url_scheme');
    expect(code(picture, value)).toBe('invalid_url_scheme');
  });

  it.each([
    'data:image/png;base64,AA==',
    'data:image/svg+xml,<svg/>',
    'DATA:IMAGE/png,a',
    ' da\nta:image/png,a',
  ])('accepts %j for a picture only', (value) => {
    expect(code(picture, value)).toBeUndefined();
    expect(code(url, value)).toBe('invalid_url_scheme');
  });

  it('rejects every scheme except http and https, however it is disguised', () => {
    const noise = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u0001', '\u00a0'), maxLength: 3 });
    const scheme = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9+.-]{0,9}$/);
    fc.assert(
      fc.property(noise, scheme, noise, anyText, (before, name, between, rest) => {
        const value = `${before}${name[0]}${between}${name.slice(1)}:${rest.replaceAll('\0', '')}`;
        const isWeb = ['http', 'https'].includes(name.toLowerCase());
        expect(code(link({ max: 1_000 }), value)).toBe(isWeb ? undefined : 'invalid_url_scheme');
      }),
    );
  });

  it('must be a well-formed string of limited length', () => {
    expect(code(url, 5)).toBe('invalid_type');
    expect(code(url, '\ud800')).toBe('invalid_unicode');
    expect(code(url, 'a'.repeat(60))).toBeUndefined();
    expect(code(url, 'a'.repeat(61))).toBe('too_long');
  });
});

describe('other rules', () => {
  it('boolean accepts booleans only', () => {
    expect(code(boolean, true)).toBeUndefined();
    expect(code(boolean, false)).toBeUndefined();
    for (const value of ['true', 1, 0, null, '']) expect(code(boolean, value)).toBe('invalid_type');
  });

  it('oneOf compares the case of texts', () => {
    const rules = oneOf(['red', 'green']);
    expect(code(rules, 'red')).toBeUndefined();
    for (const value of ['Red', 'red ', '', 'toString']) expect(code(rules, value)).toBe('invalid_choice');
    expect(code(rules, ['red'])).toBe('invalid_type');
  });

  it('uuid accepts UUIDs of any version, with hyphens', () => {
    fc.assert(
      fc.property(fc.uuid(), (value) => {
        expect(isUuid(value) && isUuid(value.toUpperCase())).toBe(true);
        expect(isUuid(value.replaceAll('-', ''))).toBe(false);
        expect(isUuid(`{${value}}`)).toBe(false);
        expect(isUuid(`${value}\n`)).toBe(false);
      }),
    );
    expect(code(uuid, 'x')).toBe('invalid_uuid');
    expect(code(uuid, 5)).toBe('invalid_type');
  });
});

describe('check', () => {
  const rules = { title: text({ max: 3, required: true }), imageUrl: link({ max: 9 }), done: boolean };

  it('reports each field error once, with the name of the field in the API', () => {
    expect(fieldErrorsOf(() => check({ title: '', imageUrl: 'a:b', done: 'yes' }, rules))).toEqual([
      '/title blank',
      '/image_url invalid_url_scheme',
      '/done invalid_type',
    ]);
  });

  it('ignores absent fields, and rejects null', () => {
    expect(fieldErrorsOf(() => check({ title: undefined, imageUrl: undefined }, rules))).toEqual([]);
    expect(fieldErrorsOf(() => check({}, rules))).toEqual([]);
    expect(fieldErrorsOf(() => check({ title: null }, rules))).toEqual(['/title invalid_type']);
  });
});

describe('schemaOf', () => {
  const ajv = new Ajv2020({ strict: false, formats: { uuid: isUuid } });
  const values = [
    ...[
      '',
      ' ',
      'a',
      'A',
      'ab',
      'a-b',
      'a'.repeat(5),
      '🚀'.repeat(5),
      'a'.repeat(201),
      '\n',
      'one',
      'x@y',
      'X@Y.Z',
    ],
    ...[
      '#fff',
      '#FFF',
      '#0eA5e9',
      '#12345',
      'feedback.example.com',
      'Feedback.Example.COM',
      'localhost',
      '-a.com',
    ],
    ...['https://example.com/a.png', 'javascript:alert(1)', '5F19581D-22b8-4e0c-8362-937bb5495780'],
    ...[true, false, null, 5, {}, []],
  ];

  // A client that validates against the document must be able to send everything that the service accepts.
  it.each<[string, Rules]>([
    ['a text', text({ max: 5 })],
    ['a required text', text({ max: 5, required: true })],
    ['a link', link({ max: 200 })],
    ['true or false', boolean],
    ['a choice', oneOf(['one', 'a-b'])],
    ['a UUID', uuid],
    ['a slug', slugRules],
    ['a color', tagRules.color],
    ['a host name', projectConfigRules.customDomain],
    ['an e-mail address', userRules.email],
  ])('accepts every value that the rules accept: %s', (_name, rules) => {
    const taken = values.filter((value) => firstViolation(rules, value) === undefined);
    const validate = ajv.compile(schemaOf(rules));
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((value) => !validate(value))).toEqual([]);
    expect(values.some((value) => !validate(value))).toBe(true);
  });
});
