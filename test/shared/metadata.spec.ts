import { describe, expect, it } from '@jest/globals';
import type { ImportFailure } from '../../src/shared/imports.js';
import { importedMetadata, mergePatch, patchBetween, readMetadata } from '../../src/shared/metadata.js';

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A, whose target and patch are objects.
  it.each<[target: object, patch: object, result: object]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{ a: 'foo' }, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j with %j is %j', (target, patch, result) => {
    expect(mergePatch(target as Record<string, unknown>, patch as Record<string, unknown>)).toEqual(result);
  });

  it('treats __proto__ as a name like any other', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
    expect(JSON.stringify(mergePatch({}, patch))).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('patchBetween', () => {
  it.each<[before: object, after: object, patch: object]>([
    [{}, {}, {}],
    [{ a: { b: 1 } }, { a: { b: 1 } }, {}],
    [{ a: 1, b: 2 }, { b: 3 }, { a: null, b: 3 }],
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: null, c: 3 } }],
    [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: [null] }, { a: [null] }],
  ])('of %j and %j is %j', (before, after, patch) => {
    const found = patchBetween(before as Record<string, unknown>, after as Record<string, unknown>);
    expect(found).toEqual(patch);
    expect(mergePatch(before as Record<string, unknown>, found)).toEqual(after);
  });
});

describe('The metadata of a record of a file', () => {
  it('is left out with a remark if it cannot be stored', () => {
    const remarks: ImportFailure[] = [];
    expect(readMetadata({}, remarks)).toEqual({});
    expect(readMetadata({ metadata: { a: 1 } }, remarks)).toEqual({ metadata: { a: 1 } });
    expect(remarks).toEqual([]);
    expect(readMetadata({ metadata: { a: 'x'.repeat(5_000) } }, remarks)).toEqual({});
    expect(remarks.map(({ code }) => code)).toEqual(['metadata_too_large']);
  });

  it('is added to what is stored, or replaces it if the file is complete', () => {
    expect(importedMetadata(undefined, { a: 1 }, true)).toEqual({ a: 1 });
    expect(importedMetadata({ b: 2 }, { a: 1 })).toEqual({ a: 1, b: 2 });
    expect(importedMetadata({ b: 2 }, { a: 1 }, true)).toEqual({ b: 2 });
  });

  it('changes nothing if both together are too large', () => {
    const half = 'x'.repeat(3_000);
    expect(importedMetadata({ b: half }, { a: half })).toEqual({ a: half });
  });
});
