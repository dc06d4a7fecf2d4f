import { poolOf } from '../../platform/persistence/index.js';

export const pool = poolOf;
export const loanColumns = 'l.title, l.due';
