import { describe, expect, it } from '@jest/globals';
import { statuses } from '../../../src/feedback/domain/feedback.js';
import { statusFor, statusKey } from '../../../src/project-import/domain/status-mapping.js';

describe('statusFor', () => {
  it.each(statuses)('keeps %s', (status) => {
    expect(statusFor('fcs', status, {})).toBe(status);
  });

  it.each([
    ['canny', 'open', 'in_review'],
    ['canny', 'under review', 'in_review'],
    ['canny', 'In Progress', 'in_progress'],
    ['canny', 'complete', 'completed'],
    ['canny', 'closed', 'rejected'],
    ['fider-csv', 'started', 'in_progress'],
    ['fider-csv', 'declined', 'rejected'],
    ['fider-zip', '0', 'in_review'],
    ['fider-zip', '4', 'planned'],
    ['uservoice-csv', 'Under Consideration', 'in_review'],
    ['github', 'open', 'in_review'],
    ['github', 'not_planned', 'rejected'],
    ['github', 'closed', 'completed'],
    ['csv', "Won't fix", 'rejected'],
    ['csv', '', 'in_review'],
  ])('maps the status of %s %s', (source, name, status) => {
    expect(statusFor(source, name, {})).toBe(status);
  });

  it('returns null for unknown names, also for names of properties', () => {
    expect(
      ['somewhere', '4', 'constructor', '__proto__', 'toString'].map((name) => statusFor('csv', name, {})),
    ).toEqual(Array(5).fill(null));
  });

  it('prefers the given mapping, and compares names regardless of case and separators', () => {
    const map = { 'Next: Up!': 'planned', Open: 'completed', '': 'rejected' };
    expect(['next up', 'NEXT-UP', 'open', ''].map((name) => statusFor('canny', name, map))).toEqual([
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
  ['Größe 1', 'größe_1'],
])('statusKey(%s) is %s', (name, key) => {
  expect(statusKey(name)).toBe(key);
});
