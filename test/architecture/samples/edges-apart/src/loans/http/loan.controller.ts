import { BookController, BookTable } from '../../books/index.js'; // refused

export const parts = [BookController, BookTable];
