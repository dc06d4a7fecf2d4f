import type { Book } from './book.js'; // refused

export type Library = { books: Book[] };
