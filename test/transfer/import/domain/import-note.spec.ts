import { expect, it } from '@jest/globals';
import { nameOf, noteOn, noteOnFile } from '../../../../src/transfer/import/domain/import-note.js';

const failure = { code: 'blank', detail: 'must not be blank.' };

it.each([
  [{ kind: 'feedback', external_id: 'f1', title: 'Dark mode' }, ['feedback', 'f1', 'Dark mode']],
  [{ kind: 'merge', external_id: 'f1', into: 'f2' }, ['feedback', 'f1', '']],
  [{ kind: 'vote', feedback: 'f1', person: 'ada@example.com' }, ['vote', 'f1', '']],
  [{ kind: 'company', id: 'acme', name: 'Acme' }, ['company', 'acme', 'Acme']],
  [{ kind: 'status', key: 'next', name: 'Next' }, ['status', 'next', 'Next']],
  [{ kind: 'board', slug: 'ideas', name: 'Ideas' }, ['board', 'ideas', 'Ideas']],
  [{ kind: 'tag', name: 'bug' }, ['tag', '', 'bug']],
  [{ kind: 'project', external_id: 7, name: ['Acme'] }, ['project', '', '']],
  [{ kind: 'person', external_id: 'ada@example.com', full_name: 'Ada' }, ['person', '', '']],
  [{ kind: 'external_id', id: 'ada@example.com', person: 'ada' }, ['external_id', '', '']],
  [{ kind: 'member', person: 'ada@example.com' }, ['member', '', '']],
  [failure, ['', '', '']],
])('calls %j %j', (record, [kind, externalId, title]) => {
  expect(nameOf(record as never)).toEqual({ kind, external_id: externalId, title });
});

it('has nothing in titles and details that would control a terminal', () => {
  const record = { kind: 'feedback', external_id: 'f1', title: '\u001b]0;a\u0007b\nc' };
  expect(noteOn([1, record as never], { code: 'blank', detail: '"\u009b2J" is blank.' })).toMatchObject({
    title: ' ]0;a b c',
    detail: '" 2J" is blank.',
  });
});

it('cuts long titles and details, and replaces what PostgreSQL cannot store', () => {
  const record = { kind: 'feedback', external_id: 'f1', title: `a\0b\ud800c${'x'.repeat(494)}😀` };
  expect(noteOn([3, record as never], { code: 'too_long', detail: 'y'.repeat(501) })).toEqual({
    line: 3,
    kind: 'feedback',
    external_id: 'f1',
    title: `a\ufffdb\ufffdc${'x'.repeat(494)}…`,
    code: 'too_long',
    detail: `${'y'.repeat(500)}…`,
  });
  expect(noteOnFile(failure)).toEqual({ line: 0, kind: '', external_id: '', title: '', ...failure });
});
