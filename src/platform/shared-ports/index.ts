export { NodeSecureRandom } from './node-secure-random.js';
export { SindresorhusSlugifier } from './sindresorhus-slugifier.js';
export { SystemClock } from './system-clock.js';
export { UuidV7Ids } from './uuid-v7-ids.js';
