import { type Library } from './library.js'; // refused

export type Shelf = { library: Library };
