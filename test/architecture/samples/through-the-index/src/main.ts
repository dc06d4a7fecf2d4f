import { BooksModule } from './books/books.module.js'; // refused

export const start = BooksModule;
