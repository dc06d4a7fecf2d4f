import { PGlite } from '@electric-sql/pglite'; // refused

export const database = PGlite;
