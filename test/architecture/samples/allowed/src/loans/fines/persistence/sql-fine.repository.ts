import { DataSource } from 'typeorm';
import { pool } from '../../persistence/loan-columns.js';
import { dueFrom } from '../domain/fine.js';

export const stored = [DataSource, pool, dueFrom];
