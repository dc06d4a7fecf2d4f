import { BookTable } from '../persistence/book-table.js'; // refused

export class BookController extends BookTable {}
