import { expect, it } from '@jest/globals';
import { ApiRecord, representationVersion } from '../../../src/platform/http/api-record.js';

it('the representation version changes if a record has other fields', () => {
  class Book {
    static readonly example: Book = { title: 'Emma' };
    title!: string;
  }
  class LongerBook {
    static readonly example: LongerBook = { title: 'Emma', pages: 474 };
    title!: string;
    pages!: number;
  }
  ApiRecord('Book', 'A book.')(Book);
  const before = representationVersion();
  expect(representationVersion()).toBe(before);
  ApiRecord('Book', 'A book.')(LongerBook);
  expect(representationVersion()).not.toBe(before);
});
