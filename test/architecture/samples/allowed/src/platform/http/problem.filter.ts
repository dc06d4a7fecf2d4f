import { HttpException } from '@nestjs/common';
import { poolOf } from '../persistence/index.js';

export const startedAt = performance.now();
export const statusOf = (error: unknown): number =>
  error instanceof HttpException ? error.getStatus() : 500;
export const pool = poolOf;
