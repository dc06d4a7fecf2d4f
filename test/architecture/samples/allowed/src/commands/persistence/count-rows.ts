import type { Pool } from 'pg';

export const countRows = (pool: Pool): unknown => pool.query('select count(*) from book');
