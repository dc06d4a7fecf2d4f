import { Module, type OnModuleInit } from '@nestjs/common';
import type { Persistence } from '../../platform/persistence/index.js';
import { ProjectModule } from '../../project/index.js';
import { ItemsModule } from '../items/items.module.js';
import { Candidates } from './application/candidates.js';
import { ComparisonService } from './application/comparison.service.js';
import { DuplicateQueries } from './application/duplicate.queries.js';
import { DuplicateService } from './application/duplicate.service.js';
import { WordDuplicateFinder } from './application/word-duplicate-finder.js';
import { DuplicateFinder, HostDuplicateFinder } from './domain/duplicate-finder.js';
import { DuplicateJobs } from './domain/duplicate-jobs.js';
import { DuplicateRepository } from './domain/duplicate.repository.js';
import { DuplicatesController } from './http/duplicates.controller.js';
import { FeedbackDuplicatesController } from './http/feedback-duplicates.controller.js';
import { QueuedDuplicateJobs } from './jobs/queued-duplicate-jobs.js';
import { Duplicates1764100000000 } from './persistence/migrations/duplicates-1764100000000.js';
import { SqlCandidates } from './persistence/sql-candidates.js';
import { SqlDuplicateRepository } from './persistence/sql-duplicate.repository.js';

/** Suggestions that feedback is a duplicate of other feedback. */
@Module({
  imports: [ProjectModule, ItemsModule],
  controllers: [DuplicatesController, FeedbackDuplicatesController],
  providers: [
    DuplicateService,
    ComparisonService,
    WordDuplicateFinder,
    {
      provide: DuplicateFinder,
      inject: [WordDuplicateFinder, { token: HostDuplicateFinder, optional: true }],
      useFactory: (byWords: DuplicateFinder, ofHost?: DuplicateFinder) => ofHost ?? byWords,
    },
    { provide: Candidates, useClass: SqlCandidates },
    { provide: DuplicateRepository, useClass: SqlDuplicateRepository },
    DuplicateQueries,
    { provide: DuplicateJobs, useClass: QueuedDuplicateJobs },
  ],
  exports: [DuplicateService],
})
export class DuplicatesModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [Duplicates1764100000000],
  };

  constructor(
    private readonly jobs: DuplicateJobs,
    private readonly comparison: ComparisonService,
  ) {}

  onModuleInit(): void {
    this.jobs.handle({
      compare: (projectId, signal) => this.comparison.compare(projectId, signal),
      markImported: (projectId, since) => this.comparison.markImported(projectId, since),
    });
  }
}
