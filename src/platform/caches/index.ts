export { type Cache, Caches, lruCache } from './caches.js';
export { CachesModule } from './caches.module.js';
