import { Injectable } from '@nestjs/common';
import { type Book, BookShelf } from '../../books/index.js';
import { Clock } from '../../shared/clock.js';
import { days } from './loan.queries.js';
import { nextDay } from '../domain/next-day.js';

@Injectable()
export class LoanService {
  readonly period = days;

  constructor(
    private readonly shelf: BookShelf,
    private readonly clock: Clock,
  ) {}

  async lend(title: string): Promise<{ book: Book | null; due: Date }> {
    return { book: await this.shelf.find(title), due: nextDay(this.clock.now()) };
  }
}
