export { ReaderGuard } from './http/reader.guard.js';
export { BookShop as Books } from './network/book-shop.js';
