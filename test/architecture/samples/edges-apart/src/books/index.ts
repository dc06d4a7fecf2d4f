export { BookController } from './http/book.controller.js';
export { BookTable } from './persistence/book-table.js';
