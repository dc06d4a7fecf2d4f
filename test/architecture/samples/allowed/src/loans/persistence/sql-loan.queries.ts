import { poolOf } from '../../platform/persistence/index.js';

export const pool = poolOf;
export const loanStatement = 'select title from book_records';
