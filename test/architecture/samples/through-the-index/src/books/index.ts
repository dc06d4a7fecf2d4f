export { Book } from './domain/book.js';
export { BooksModule } from './books.module.js';
export { Injectable } from '@nestjs/common'; // refused
export { listOf } from '../platform/http/index.js'; // refused
