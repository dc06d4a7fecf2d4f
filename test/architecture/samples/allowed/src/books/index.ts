export { BookShelf } from './application/book-shelf.js';
export { BooksModule } from './books.module.js';
export type { Book } from './domain/book.js';
export { CurrentReader } from './http/current-reader.js';
