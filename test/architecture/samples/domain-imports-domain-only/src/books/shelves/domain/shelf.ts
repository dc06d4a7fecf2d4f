import type { BookShelf } from '../../application/book-shelf.js'; // refused
import { title } from '../../domain/page.js';

export const shelf: BookShelf = title;
