import { Book } from './domain/book.js'; // refused
export * from './domain/shelf.js'; // refused
export type { Page } from './domain/page.js';
export { Book }; // refused
export const limit = 3; // refused
