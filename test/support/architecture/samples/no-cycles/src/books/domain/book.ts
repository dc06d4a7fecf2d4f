import { type Shelf } from './shelf.js';

export type Book = { shelf: Shelf };
