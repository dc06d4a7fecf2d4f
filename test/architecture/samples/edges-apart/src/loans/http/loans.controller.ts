import * as books from '../../books/index.js'; // refused

export const parts = [books];
