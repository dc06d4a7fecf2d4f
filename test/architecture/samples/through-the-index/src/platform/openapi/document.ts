import { listOf } from '../http/lists.js'; // refused

export const document = listOf('books');
