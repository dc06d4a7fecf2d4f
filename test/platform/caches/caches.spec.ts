import { expect, it } from '@jest/globals';
import { lruCache } from '../../../src/platform/caches/caches.js';

it('drops the least recently used value of a cache that is full', () => {
  const cache = lruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect([cache.has('b'), cache.get('c'), cache.get('a')]).toEqual([false, 4, 3]);
  cache.set('d', 5);
  expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([3, undefined, 5]);
});
