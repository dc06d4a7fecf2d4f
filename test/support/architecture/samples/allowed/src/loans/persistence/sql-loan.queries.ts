import { bookColumns } from '../../books/index.js';
import { poolOf } from '../../platform/persistence/database.module.js';

export const pool = poolOf;
export const loanStatement = `select ${bookColumns} from book`;
