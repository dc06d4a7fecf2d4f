export { BookController } from './http/book.controller.js';
export { BookShop } from './network/book-shop.js';
