import { describe, expect, it } from '@jest/globals';
import { initialStatuses } from '../../src/project/statuses/domain/status.js';
import { statusFor, statusKey } from '../../importer/src/status-names.js';

const keys = initialStatuses.map(({ key }) => key);
const known = { keys: new Set(keys), first: 'in_review' };

describe('statusFor', () => {
  it.each(keys)('keeps %s', (status) => {
    expect(statusFor('fcs', status, {}, known)).toBe(status);
  });

  it.each([
    ['canny', 'open', 'in_review'],
    ['canny', 'under review', 'in_review'],
    ['canny', 'In Progress', 'in_progress'],
    ['canny', 'complete', 'completed'],
    ['canny', 'closed', 'rejected'],
    ['fider', 'started', 'in_progress'],
    ['fider', 'declined', 'rejected'],
    ['uservoice', 'Under Consideration', 'in_review'],
    ['github', 'open', 'in_review'],
    ['github', 'not_planned', 'rejected'],
    ['github', 'closed', 'completed'],
    ['csv', "Won't fix", 'rejected'],
    ['csv', '', 'in_review'],
  ])('maps the status of %s %s', (source, name, status) => {
    expect(statusFor(source, name, {}, known)).toBe(status);
  });

  it('returns null for unknown names, also for names of properties', () => {
    expect(
      ['somewhere', '4', '🚀', 'constructor', '__proto__', 'toString'].map((name) =>
        statusFor('csv', name, {}, known),
      ),
    ).toEqual(Array(6).fill(null));
  });

  it('prefers a status of the project with the name, and knows no other one', () => {
    const own = { keys: new Set(['open', 'next_up']), first: 'next_up' };
    const found = ['Open', 'next up', '', 'planned'].map((name) => statusFor('canny', name, {}, own));
    expect(found).toEqual(['open', 'next_up', 'next_up', null]);
    expect(statusFor('canny', 'Open', { open: 'gone' }, own)).toBeNull();
  });

  it('prefers the given mapping, and compares names regardless of case and separators', () => {
    const map = { 'Next: Up!': 'planned', Open: 'completed', '': 'rejected' };
    expect(['next up', 'NEXT-UP', 'open', ''].map((name) => statusFor('canny', name, map, known))).toEqual([
      'planned',
      'planned',
      'completed',
      'rejected',
    ]);
  });
});

it.each([
  ['In Progress', 'in_progress'],
  ['  won’t  fix ', 'wont_fix'],
  ['--', ''],
  [' 🚀 ', '🚀'],
  ['🚀 Planned', 'planned'],
  ['Größe 1', 'größe_1'],
])('statusKey(%s) is %s', (name, key) => {
  expect(statusKey(name)).toBe(key);
});
