export { Background, type RepeatedWork } from './background.js';
export { isPublicAddress } from './public-address.js';
export { lruCache } from './lru-cache.js';
export { SecretBox } from './secret-box.js';
export { SindresorhusSlugifier } from './sindresorhus-slugifier.js';
export { SystemClock } from './system-clock.js';
export { UuidV7Ids } from './uuid-v7-ids.js';
