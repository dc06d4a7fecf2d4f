import { LRUCache } from 'lru-cache';

/**
 * Creates a cache of at most `size` values. The least recently used are dropped first. Memory is allocated as
 * values are added: for its option `max`, `LRUCache` would allocate the memory of all values at once.
 *
 * @param options `ttl` in milliseconds; `noUpdateTTL`: setting a value again does not renew it
 */
export function lruCache<Value extends NonNullable<unknown>>(
  size: number,
  options: { ttl?: number; noUpdateTTL?: boolean } = {},
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ ...options, maxSize: size, sizeCalculation: () => 1 });
}
