import { Book } from './domain/book.js'; // refused
export * from './domain/shelf.js'; // refused
export { Injectable } from '@nestjs/common'; // refused
export { Clock } from '../shared/clock.js'; // refused
export { Book }; // refused
export const limit = 3; // refused
