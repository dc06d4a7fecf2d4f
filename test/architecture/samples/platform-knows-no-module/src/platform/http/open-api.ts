import type { Book } from '../../books/index.js'; // refused

export type Documented = Book;
