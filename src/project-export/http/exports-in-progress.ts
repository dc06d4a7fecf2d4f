import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../../platform/problems/index.js';

/** The maximum number of exports that a process sends at once: each has a connection to the database and a file. */
const maxExports = 4;

export const tooManyExports = new Problem(429, 'too_many_exports', {
  detail: `The limit is one export in progress for each user, and ${maxExports} for each process of the service.`,
  headers: { 'Retry-After': '5' },
  remedy: 'Wait for the other export, and repeat this request.',
});

/** Limits the exports in progress. */
@Injectable()
export class ExportsInProgress {
  private readonly users = new Set<string>();

  /** Counts an export until its response is closed. @throws Problem 429 */
  add(userId: string, response: Response): void {
    if (this.users.has(userId) || this.users.size >= maxExports) throw tooManyExports;
    this.users.add(userId);
    response.on('close', () => this.users.delete(userId));
  }
}
