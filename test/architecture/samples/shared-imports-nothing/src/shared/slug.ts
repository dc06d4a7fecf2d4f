import { setTimeout } from 'node:timers/promises'; // refused
import slugify from '@sindresorhus/slugify'; // refused
import type { Book } from '../books/index.js'; // refused
import { words } from '../platform/shared-ports/index.js'; // refused

export const slug = (book: Book): unknown[] => [setTimeout, slugify, book, words];
