import { AppModule } from '../../app.module.js'; // refused
import { BooksModule } from '../books.module.js'; // refused
import { Book } from '../index.js'; // refused

export const parts = [AppModule, BooksModule, Book];
