import { expect, it } from '@jest/globals';
import { resolveMerges } from '../../../../src/feedback/merging/application/merge-importer.js';

/** Resolves merges given as `a>b`, of feedback of which some is merged already. */
function resolve(merges: string, stored = '') {
  const pairs = (text: string) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('>') as [string, string]);
  const names = [...new Set(pairs(`${merges} ${stored}`).flat())].filter((name) => name !== 'unknown');
  const merged = new Map(pairs(stored));
  const targets = new Set(merged.values());
  const { results, changes, recounted } = resolveMerges(
    pairs(merges).map(([external_id, into]) => ({ external_id, into })),
    [],
    new Map(names.map((name) => [name, name])),
    names.map((id) => ({
      id,
      mergedInto: merged.get(id) ?? null,
      isApproved: !id.startsWith('pending'),
      merged: targets.has(id) ? names.filter((name) => merged.get(name) === id) : [],
    })),
  );
  return {
    outcomes: results.map(({ outcome }) => (typeof outcome === 'string' ? outcome : outcome.code)),
    changes: changes.map(({ id, into }) => `${id}>${into}`).sort(),
    recounted: recounted.sort(),
  };
}

it.each([
  ['a merge', 'a>b', '', ['updated'], ['a>b'], ['a', 'b']],
  ['of what waits', 'pending>b', '', ['not_approved'], [], []],
  ['into what waits', 'a>pending', '', ['not_approved'], [], []],
  ['a merge that exists', 'a>b', 'a>b', ['skipped'], [], []],
  ['a chain', 'a>b b>c', '', ['updated', 'updated'], ['a>c', 'b>c'], ['a', 'b', 'c']],
  ['a chain in reverse', 'b>c a>b', '', ['updated', 'updated'], ['a>c', 'b>c'], ['a', 'b', 'c']],
  ['a chain that exists', 'a>b b>c', 'a>c b>c', ['skipped', 'skipped'], [], []],
  ['another target', 'a>d', 'a>c', ['updated'], ['a>d'], ['a', 'c', 'd']],
  ['a target that is merged', 'b>c', 'a>b', ['updated'], ['a>c', 'b>c'], ['a', 'b', 'c']],
  ['a merge into itself', 'a>a', '', ['merge_circle'], [], []],
  ['a cycle', 'a>b b>c c>a', '', ['updated', 'updated', 'merge_circle'], ['a>c', 'b>c'], ['a', 'b', 'c']],
  ['an unknown target', 'a>unknown', '', ['unknown_feedback'], [], []],
])('resolves %s', (_, merges, stored, outcomes, changes, recounted) => {
  expect(resolve(merges, stored)).toEqual({ outcomes, changes, recounted });
});

it('merges at most 1,000 into one target', () => {
  const many = Array.from({ length: 1_000 }, (_, number) => `m${number}>t`).join(' ');
  expect(resolve('a>t', many).outcomes).toEqual(['too_many']);
  expect(resolve('t>a', many).outcomes).toEqual(['too_many']);
  expect(resolve('m7>a', many).outcomes).toEqual(['updated']);
  expect(resolve('m7>a b>t', many).outcomes).toEqual(['updated', 'updated']);
});
