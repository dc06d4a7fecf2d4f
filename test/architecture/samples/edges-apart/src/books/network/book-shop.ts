import { BookTable } from '../persistence/book-table.js'; // refused

export class BookShop {
  readonly table = BookTable;
}
