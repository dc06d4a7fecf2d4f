export { BooksModule } from './books.module.js';
export { Book } from './domain/book.js';
