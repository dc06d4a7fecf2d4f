import type { Book } from './book.js';

export abstract class BookRepository {
  abstract find(title: string): Promise<Book | null>;
}
