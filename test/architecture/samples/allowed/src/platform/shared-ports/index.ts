export { SystemClock } from './system-clock.js';
export { nextId } from './uuid-v7-ids.js';
