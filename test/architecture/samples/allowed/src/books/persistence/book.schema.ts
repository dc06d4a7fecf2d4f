import { EntitySchema } from 'typeorm';
import { Book } from '../domain/book.js';

export const bookSchema = new EntitySchema<Book>({ name: 'book', columns: {} });
