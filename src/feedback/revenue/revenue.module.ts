import { Module, type OnModuleInit } from '@nestjs/common';
import { Background } from '../../platform/jobs/index.js';
import { ProjectModule } from '../../project/index.js';
import { ItemsModule } from '../items/items.module.js';
import { FeedbackCompanyQueries } from './application/feedback-company.queries.js';
import { RevenueEventHandler } from './application/revenue-event-handler.js';
import { RevenueService } from './application/revenue.service.js';
import { RevenueRepository } from './domain/revenue.repository.js';
import { FeedbackCompaniesController } from './http/feedback-companies.controller.js';
import { SqlRevenueRepository } from './persistence/sql-revenue.repository.js';

/** How often the sums of companies are computed, in milliseconds. */
const interval = 10_000;

/** The companies that want feedback, and their revenue. */
@Module({
  imports: [ProjectModule, ItemsModule],
  controllers: [FeedbackCompaniesController],
  providers: [
    RevenueService,
    RevenueEventHandler,
    { provide: RevenueRepository, useClass: SqlRevenueRepository },
    FeedbackCompanyQueries,
  ],
  exports: [RevenueService],
})
export class RevenueModule implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly revenue: RevenueService,
  ) {}

  onModuleInit(): void {
    this.background.every(interval, 'adding up the revenue of companies', () => this.revenue.refreshStale());
  }
}
