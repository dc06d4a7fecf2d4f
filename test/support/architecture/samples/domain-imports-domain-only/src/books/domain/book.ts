import { Injectable } from '@nestjs/common'; // refused
import { DataSource } from '../../platform/data-source.js'; // refused
import type { BookShelf } from '../application/book-shelf.js'; // refused

@Injectable()
export class Book {
  readonly shelf: BookShelf | undefined;
  readonly source = DataSource;
}
