import { Module } from '@nestjs/common';
import { BooksModule } from '../books/index.js';
import { LateFinesModule } from './fines/late-fines.module.js';
import { LoanController } from './http/loan.controller.js';
import { loanStatement } from './persistence/sql-loan.queries.js';

@Module({
  imports: [BooksModule],
  controllers: [LoanController],
  providers: [
    { provide: 'loans', useValue: loanStatement },
    { provide: 'fines', useValue: LateFinesModule },
  ],
})
export class LoansModule {}
