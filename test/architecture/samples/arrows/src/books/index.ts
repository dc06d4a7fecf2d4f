export { Book } from './domain/book.js';
