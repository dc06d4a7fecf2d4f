// @ts-expect-error There is no such file.
import { titles } from './titles.js'; // refused
// @ts-expect-error There is no such package.
import { words } from 'no-such-package'; // refused

export const all: unknown[] = [titles, words];
