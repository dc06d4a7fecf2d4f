import { BookController, BookTable } from '../../books/index.js'; // refused

export const parts = [BookController, BookTable];
export const later = import('../../books/index.js'); // refused
export type Door = typeof import('../../books/index.js'); // refused
