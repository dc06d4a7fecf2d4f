import { Inject } from '@nestjs/common'; // refused
import { DataSource } from 'typeorm'; // refused
import { ReaderGuard } from '../../books/index.js'; // refused
import { Logger } from '../../platform/logging/index.js'; // refused
import { statement } from '../../platform/persistence/index.js';
import type { LoanRequest } from '../http/loan.dto.js'; // refused
import { loanColumns } from '../persistence/loan-columns.js';

export class LoanQueries {
  readonly parts = [Inject, DataSource, ReaderGuard, Logger, statement, loanColumns];

  find(request: LoanRequest): LoanRequest {
    return request;
  }
}
