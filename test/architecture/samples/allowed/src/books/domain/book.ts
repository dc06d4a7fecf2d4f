import { createHash } from 'node:crypto';
import { dueDate } from '../../shared/due-date.js';

export class Book {
  readonly due = dueDate;

  constructor(readonly title: string) {}

  fingerprint(): string {
    return createHash('sha256').update(this.title).digest('hex');
  }
}
