import { expect, it } from '@jest/globals';
import { ImportBatch } from '../../../src/project-import/application/import-batch.js';
import type { PortableRecord } from '../../../src/project-export/index.js';
import { feedback, vote } from '../../support/portable-file.js';

const record = (line: number, value: object) => ({ line, record: value as PortableRecord });

it('counts records, and lines that are none', () => {
  const batch = new ImportBatch([
    record(1, feedback('a')),
    { line: 3, code: 'malformed_json', detail: 'No JSON.' },
  ]);
  batch.count(1, 'created');
  batch.count(1, { code: 'blank', detail: 'The title is blank.' });
  expect(batch.counts).toEqual({ read: 2, created: 1, updated: 0, skipped: 0, failed: 2 });
  expect(batch.notes.map(({ line, code }) => [line, code])).toEqual([
    [3, 'malformed_json'],
    [1, 'blank'],
  ]);
});

it('returns the records of a kind, and groups in which each key is unique', () => {
  const batch = new ImportBatch([
    record(1, feedback('a')),
    record(2, feedback('b')),
    record(3, vote('a', 'ann')),
    record(4, feedback('a')),
    record(5, feedback('a')),
  ]);
  expect(batch.of('vote').map(({ line }) => line)).toEqual([3]);
  const groups = batch.groupsOf('feedback', ({ external_id: id }) => id);
  expect(groups.map((group) => group.map(({ line }) => line))).toEqual([[1, 2], [4], [5]]);
});

it('leaves out rejected records, and counts them as failed', () => {
  const batch = new ImportBatch([
    record(1, feedback('a')),
    record(2, feedback('b')),
    record(3, vote('a', 'ann')),
  ]);
  const failure = { code: 'user_not_found', detail: 'Unknown.' };
  batch.leaveOut((each) => (each.kind === 'feedback' && each.external_id === 'a' ? failure : null));
  expect(batch.of('feedback').map(({ line }) => line)).toEqual([2]);
  expect(batch.of('vote').map(({ line }) => line)).toEqual([3]);
  expect([batch.counts.failed, batch.notes]).toEqual([1, [{ line: 1, ...failure }]]);
});
