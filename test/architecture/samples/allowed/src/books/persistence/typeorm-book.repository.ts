import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Book } from '../domain/book.js';
import { BookRepository } from '../domain/book.repository.js';
import { bookSchema } from './book.schema.js';

@Injectable()
export class TypeormBookRepository extends BookRepository {
  constructor(private readonly source: DataSource) {
    super();
  }

  override async find(title: string): Promise<Book | null> {
    return this.source.getRepository(bookSchema).findOneBy({ title });
  }
}
