import { Module } from '@nestjs/common';
import { BookShelf } from './application/book-shelf.js';
import { BookRepository } from './domain/book.repository.js';
import { TypeormBookRepository } from './persistence/typeorm-book.repository.js';

@Module({
  providers: [BookShelf, { provide: BookRepository, useClass: TypeormBookRepository }],
  exports: [BookShelf],
})
export class BooksModule {}
