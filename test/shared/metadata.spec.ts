import { describe, expect, it } from '@jest/globals';
import { mergePatch } from '../../src/shared/metadata.js';

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
