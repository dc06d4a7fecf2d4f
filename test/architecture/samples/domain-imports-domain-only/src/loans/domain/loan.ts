import { type Book } from '../../books/index.js'; // refused

export type Loan = { book: Book } & import('../../books/index.js').Book; // refused
