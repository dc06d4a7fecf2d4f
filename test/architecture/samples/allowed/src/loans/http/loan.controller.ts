import { Controller, HttpStatus, Post } from '@nestjs/common';
import { CurrentReader } from '../../books/index.js';
import { statusOf } from '../../platform/http/index.js';
import { LoanService } from '../application/loan.service.js';

export const created = HttpStatus.CREATED;
export const status = statusOf;

@Controller('loans')
export class LoanController {
  constructor(private readonly loans: LoanService) {}

  @Post()
  async lend(@CurrentReader() reader: string): Promise<unknown> {
    return this.loans.lend(reader);
  }
}
