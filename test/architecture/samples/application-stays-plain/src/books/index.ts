export { ReaderGuard } from './http/reader.guard.js';
export { BookTable as Books } from './persistence/book-table.js';
