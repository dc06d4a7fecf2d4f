export { type Cache, Caches } from './caches.js';
export { CachesModule } from './caches.module.js';
export { lruCache } from './lru-cache.js';
