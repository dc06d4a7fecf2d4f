import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ImportedDigests,
  ImportedValues,
} from '../../../../src/project/importing/domain/imported-values.js';
import type { JsonObject } from '../../../../src/shared/rules.js';

/** Returns the digests of a source that has this metadata and title. */
function digestsOf(title: string, metadata: JsonObject): ImportedDigests {
  const values = new ImportedValues(undefined, true);
  values.merge('title', title, title);
  values.mergeKeys('metadata', metadata, metadata);
  return values.digests;
}

describe('A value', () => {
  it.each([
    // last import, stored here, in the source now: result
    ['A', 'A', 'A', 'A', []],
    ['A', 'A', 'B', 'B', []],
    ['A', 'B', 'A', 'B', []],
    ['A', 'B', 'B', 'B', []],
    ['A', 'B', 'C', 'B', ['title']],
  ])('that was %s, is %s here and %s in the source, becomes %s', (last, stored, given, expected, kept) => {
    const values = new ImportedValues(digestsOf(last, {}), true);
    expect(values.merge('title', stored, given)).toBe(expected);
    expect(values.kept).toEqual(kept);
    expect(values.digests['title']).toBe(digestsOf(given, {})['title']);
    expect(values.haveChanged).toBe(last !== given);
  });

  it('is that of the source if there was no import before', () => {
    const values = new ImportedValues(undefined, true);
    expect(values.merge('title', 'A', 'B')).toBe('B');
    expect(values.kept).toEqual([]);
  });
});

describe('The keys of an object', () => {
  const last = { same: 1, removedHere: 1, removedThere: 1, changed: 1, both: 1, removedAndChanged: 1 };
  const stored = { same: 1, removedThere: 1, changed: 1, both: 2, addedHere: 1, twice: 1 };
  const given = {
    same: 1,
    removedHere: 1,
    changed: 2,
    both: 3,
    removedAndChanged: 2,
    addedThere: 1,
    twice: 2,
  };

  it('are merged one by one', () => {
    const values = new ImportedValues(digestsOf('', last), true);
    const merged = { same: 1, changed: 2, both: 2, addedHere: 1, addedThere: 1, twice: 1 };
    expect(values.mergeKeys('metadata', stored, given)).toEqual(merged);
    expect(values.kept).toEqual(['metadata']);
  });

  it('stay if an incomplete file does not have them, until a complete one does not', () => {
    const incomplete = new ImportedValues(digestsOf('', { a: 1 }), false);
    expect(incomplete.mergeKeys('metadata', { a: 1 }, {})).toEqual({ a: 1 });
    const complete = new ImportedValues(incomplete.digests, true);
    expect(complete.mergeKeys('metadata', { a: 1 }, {})).toEqual({});
  });

  it('stay if they were changed here and removed in the source', () => {
    const values = new ImportedValues(digestsOf('', { a: 1 }), true);
    expect(values.mergeKeys('metadata', { a: 2 }, {})).toEqual({ a: 2 });
    expect(values.kept).toEqual(['metadata']);
  });
});

it('adds and removes members of a set as the source did', () => {
  const first = new ImportedValues(undefined, false);
  expect(first.mergeSet('tags', [], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  const second = new ImportedValues(first.digests, false);
  expect(second.mergeSet('tags', ['a', 'b', 'here'], ['a', 'c', 'new']).sort()).toEqual(['a', 'here', 'new']);
  expect(second.kept).toEqual([]);
});

const objects = fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), fc.integer({ min: 0, max: 2 }));

it('follows the source where nothing was changed here, and keeps everything where it has not changed', () => {
  fc.assert(
    fc.property(objects, objects, (last, other) => {
      const follow = new ImportedValues(digestsOf('', last), true);
      expect(follow.mergeKeys('metadata', last, other)).toEqual({ ...other });
      const keep = new ImportedValues(digestsOf('', last), true);
      expect(keep.mergeKeys('metadata', other, last)).toEqual({ ...other });
      expect([...follow.kept, ...keep.kept]).toEqual([]);
    }),
  );
});
