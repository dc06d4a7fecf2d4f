import { type Library } from './library.js';

export type Shelf = { library: Library };
