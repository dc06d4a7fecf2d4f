import type { Pool } from 'pg'; // refused

export type Rows = Pool;
