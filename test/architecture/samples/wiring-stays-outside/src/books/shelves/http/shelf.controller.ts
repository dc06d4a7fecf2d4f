import { BooksModule } from '../../books.module.js'; // refused
import { ShelvesModule } from '../shelves.module.js'; // refused

export const parts = [BooksModule, ShelvesModule];
