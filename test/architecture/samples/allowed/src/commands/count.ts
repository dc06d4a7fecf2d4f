import { readEnvironment } from '../server/environment.js';
import { countRows } from './persistence/count-rows.js';

export const count = [readEnvironment, countRows];
