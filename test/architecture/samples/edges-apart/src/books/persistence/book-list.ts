import type { BookController } from '../http/book.controller.js'; // refused

export type BookList = BookController[];
