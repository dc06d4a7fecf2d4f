import { DataSource } from 'typeorm';
import { pool } from '../../persistence/sql-loan.queries.js';
import { dueFrom } from '../domain/fine.js';

export const stored = [DataSource, pool, dueFrom];
