import { Injectable } from '@nestjs/common';
import { type Book, BookShelf } from '../../books/index.js';
import { poolOf } from '../../platform/persistence/index.js';
import { nextDay } from '../domain/next-day.js';
import { loanColumns } from '../persistence/loan-columns.js';

export const days = 28;

@Injectable()
export class LoanQueries {
  readonly statement = `select ${loanColumns} from loans l`;
  readonly parts = [poolOf, nextDay];

  constructor(private readonly shelf: BookShelf) {}

  async find(title: string): Promise<Book | null> {
    return this.shelf.find(title);
  }
}
