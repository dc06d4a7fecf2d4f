import { readFile } from 'node:fs/promises'; // refused
import { Injectable } from '@nestjs/common'; // refused
import { DataSource } from '../../platform/persistence/index.js'; // refused
import type { BookShelf } from '../application/book-shelf.js'; // refused

@Injectable()
export class Book {
  readonly shelf: BookShelf | undefined;
  readonly source = DataSource;
}
