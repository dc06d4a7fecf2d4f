import { BookController, BookShop } from '../../books/index.js'; // refused

export const parts = [BookController, BookShop];
