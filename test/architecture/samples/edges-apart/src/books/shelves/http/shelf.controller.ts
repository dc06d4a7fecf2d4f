import { BookController } from '../../http/book.controller.js';
import { BookTable } from '../../persistence/book-table.js'; // refused

export const parts = [BookController, BookTable];
