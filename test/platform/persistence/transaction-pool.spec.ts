import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable } from '../../../src/platform/persistence/database-errors.js';
import { TransactionPool } from '../../../src/platform/persistence/transaction-connection.js';

describe('TransactionPool', () => {
  it('reports to TypeORM that the database is unavailable when nothing listens at its port', async () => {
    const pool = new TransactionPool({ host: '127.0.0.1', port: 1 }, new AsyncLocalStorage());
    const error = await new Promise((resolve) => pool.connect(resolve));
    expect(isDatabaseUnavailable(error)).toBe(true);
    await pool.end();
  });
});
