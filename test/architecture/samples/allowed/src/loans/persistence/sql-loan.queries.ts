import { bookColumns } from '../../books/index.js';
import { poolOf } from '../../platform/persistence/index.js';

export const pool = poolOf;
export const loanStatement = `select ${bookColumns} from book`;
