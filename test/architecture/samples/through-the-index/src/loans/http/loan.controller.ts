import type { Book } from '../../books/domain/book.js'; // refused

export type Lent = Book;
