import { type Shelf } from './shelf.js'; // refused

export type Book = { shelf: Shelf };
