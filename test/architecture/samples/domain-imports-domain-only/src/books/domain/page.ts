export { BookController } from '../http/book.controller.js'; // refused
export const title = async (): Promise<unknown> => import('@sindresorhus/slugify'); // refused
