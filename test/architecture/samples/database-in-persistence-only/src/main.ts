import type { Pool } from 'pg'; // refused

export type Connections = Pool;
