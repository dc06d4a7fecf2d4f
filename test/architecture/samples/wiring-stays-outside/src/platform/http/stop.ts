import { start } from './index.js'; // refused

export const stop = start;
