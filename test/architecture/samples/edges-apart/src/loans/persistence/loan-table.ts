import { BookController as Table } from '../../books/index.js'; // refused

export class LoanTable extends Table {}
