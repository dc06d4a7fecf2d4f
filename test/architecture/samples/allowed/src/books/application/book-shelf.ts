import { Injectable } from '@nestjs/common';
import type { Book } from '../domain/book.js';
import { BookRepository } from '../domain/book.repository.js';

@Injectable()
export class BookShelf {
  constructor(private readonly books: BookRepository) {}

  async find(title: string): Promise<Book | null> {
    return this.books.find(title);
  }
}
