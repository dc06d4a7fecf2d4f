export { DatabaseModule, poolOf } from './database.module.js';
