import { Inject, Injectable } from '@nestjs/common'; // refused
import { IsString } from 'class-validator'; // refused
import { ReaderGuard } from '../../books/index.js'; // refused
import { Books } from '../../books/index.js'; // refused
import * as everyBook from '../../books/index.js'; // refused
import { Logger } from '../../platform/logging/index.js'; // refused
import { statement } from '../../platform/persistence/index.js'; // refused
import type { LoanRequest } from '../http/loan.dto.js'; // refused
import { loanColumns } from '../persistence/loan-columns.js'; // refused

@Injectable()
export class LoanService {
  @IsString()
  readonly parts = [ReaderGuard, Books, everyBook, Logger, statement, loanColumns];

  lend(@Inject() request: LoanRequest): LoanRequest {
    return request;
  }
}
