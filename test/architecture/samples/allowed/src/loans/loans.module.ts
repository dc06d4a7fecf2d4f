import { Module } from '@nestjs/common';
import { BooksModule } from '../books/index.js';
import { LoanQueries } from './application/loan.queries.js';
import { LateFinesModule } from './fines/late-fines.module.js';
import { LoanController } from './http/loan.controller.js';

@Module({
  imports: [BooksModule],
  controllers: [LoanController],
  providers: [LoanQueries, { provide: 'fines', useValue: LateFinesModule }],
})
export class LoansModule {}
