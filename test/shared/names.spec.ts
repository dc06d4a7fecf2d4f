import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessTokenRules } from '../../src/identity/access-tokens/domain/access-token.js';
import { userRules } from '../../src/identity/users/domain/user.js';
import { commentRules } from '../../src/feedback/comments/domain/comment.js';
import { feedbackRules } from '../../src/feedback/items/domain/feedback.js';
import { changelogRules } from '../../src/changelog/entries/domain/changelog.js';
import { attachmentRules } from '../../src/attachments/domain/attachment.js';
import { boardRules } from '../../src/project/boards/domain/board.js';
import { companyRules } from '../../src/project/companies/domain/company.js';
import { fieldRules, optionRules } from '../../src/project/custom-fields/domain/custom-field.js';
import { projectRules } from '../../src/project/projects/domain/project.js';
import { projectSettingsRules } from '../../src/project/projects/domain/project-settings.js';
import { statusRules } from '../../src/project/statuses/domain/status.js';
import { Tag, tagKey, tagRules } from '../../src/project/tags/domain/tag.js';
import { normalizeName } from '../../src/shared/names.js';
import { firstViolation, normalized, text } from '../../src/shared/rules.js';
import { anyCharacter } from '../support/any-character.js';

const requiredNames = {
  token: accessTokenRules.name,
  feedback: feedbackRules.title,
  changelog: changelogRules.title,
  project: projectRules.name,
  board: boardRules.name,
  company: companyRules.name,
  field: fieldRules.name,
  option: optionRules,
  status: statusRules.name,
  tag: tagRules.name,
};
const optionalNames = {
  person: userRules.fullName,
  sender: projectSettingsRules.mailName,
  file: attachmentRules.filename,
};

/** Texts in which people see nothing. */
const invisible = [
  ...[
    '',
    ' ',
    '\n\t',
    '\u200b',
    '\u200d\u200c',
    '\u2060',
    '\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u2800',
    '\u00ad',
    '\u007f',
  ],
  ...[
    '\u0001',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\ufe0f',
    '\u0301',
    '\u034f',
    '\u180e',
    '\u{e0041}',
    '\ufffe',
    '\u{1d159}',
  ],
];

/** Texts whose joiners and marks have to stay. */
const intact = [
  '👨\u200d👩\u200d👧',
  '❤\ufe0f',
  'می\u200cخواهم',
  'क्\u200dष',
  'é',
  'שָׁ',
  '🏴\u{e0067}\u{e0062}\u{e007f}',
  '.',
  '日本',
];

describe.each(Object.entries(requiredNames))('The name of a %s', (_, rules) => {
  it.each(invisible.map((value) => [JSON.stringify(value), value]))('is not %s', (__, value) => {
    expect(firstViolation(rules, value)?.code).toBe('blank');
  });

  it.each(intact)('can be %s', (value) => {
    expect([firstViolation(rules, value), normalized(rules, value)]).toEqual([undefined, value]);
  });

  it('is stored in one line, in NFC', () => {
    expect(normalized(rules, ' a\r\n\u2029 b\u00a0\u3000c\u0001e\u0301 ')).toBe('a b c é');
    expect(normalized(rules, 5)).toBe(5);
  });
});

describe.each(Object.entries(optionalNames))('The name of a %s', (_, rules) => {
  it('is empty without a visible character, and otherwise in one line', () => {
    for (const value of invisible)
      expect([firstViolation(rules, value), normalized(rules, value)]).toEqual([undefined, '']);
    expect(normalized(rules, ' a\n b ')).toBe('a b');
  });
});

it.each(invisible)('A comment and other required texts are not %j', (value) => {
  expect(firstViolation(commentRules.content, value)?.code).toBe('blank');
  expect(firstViolation(text({ max: 10, required: 'visible' }), value)?.code).toBe('blank');
});

it('Other texts are stored as sent', () => {
  const value = ' a\n  b e\u0301 ';
  expect(normalized(feedbackRules.description, value)).toBe(value);
  expect(normalized(commentRules.content, value)).toBe(value);
});

it('A name is stored the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (value) => {
      const stored = normalizeName(value);
      expect(normalizeName(stored)).toBe(stored);
      expect(stored).not.toMatch(/[\n\r\u2028\u2029]|^ | $| {2}/);
    }),
  );
});

it('Tags whose names differ in white space or normalization are one', () => {
  const names = ['a  b', ' a b ', 'A\nB', 'a\u00a0b', '\ufeffa b'];
  expect(new Set(names.map(tagKey))).toEqual(new Set(['a b']));
  expect(tagKey('e\u0301')).toBe(tagKey('É'));
  const tag = Tag.create('t', 'p', { name: ' a  b ' });
  expect([tag.name, tag.nameKey]).toEqual(['a b', 'a b']);
  tag.update({ name: 'c\n d' });
  expect(tag.name).toBe('c d');
});

it('A name keeps 30 marks on a letter', () => {
  expect(normalizeName(`x${'\u0300'.repeat(50_000)}${'\u0316'.repeat(50_000)}`)).toBe(
    `x${'\u0300'.repeat(30)}`,
  );
  expect(normalizeName(`a${' \ufeff'.repeat(50_000)}b`).length).toBe(100_002);
  expect(firstViolation(feedbackRules.title, `a${'\u0300b'.repeat(300)}`)?.code).toBe('too_long');
});
