import { Module, type OnModuleInit } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/index.js';
import { IdentityModule } from '../../identity/index.js';
import { Background } from '../../platform/jobs/index.js';
import { PolicyOfHost, ProjectModule } from '../../project/index.js';
import { StoredCommentsModule } from '../comments/stored-comments.module.js';
import { ActingUserResolver } from './application/acting-user-resolver.js';
import { Approvals } from './application/approvals.js';
import { BatchUpdate } from './application/batch-update.js';
import { BulkService } from './application/bulk.service.js';
import { EditorialRights } from './application/editorial-rights.js';
import { FeedbackContents } from './application/feedback-contents.js';
import { FeedbackImportEvents } from './application/feedback-import-events.js';
import { FeedbackImporter } from './application/feedback-importer.js';
import { FeedbackPolicy, HostFeedbackPolicy } from './application/feedback-policy.js';
import { FeedbackQueries } from './application/feedback.queries.js';
import { FeedbackService } from './application/feedback.service.js';
import { FieldValues } from './application/field-values.js';
import { StatusChanges } from './application/status-changes.js';
import { FeedbackImportRepository } from './domain/feedback-import.repository.js';
import { FeedbackRepository } from './domain/feedback.repository.js';
import { FeedbackReferences } from './http/feedback-references.js';
import { FeedbackController } from './http/feedback.controller.js';
import { SqlFeedbackImportRepository } from './persistence/sql-feedback-import.repository.js';
import { TypeormFeedbackRepository } from './persistence/typeorm-feedback.repository.js';
import { UnusedFeedbackWords } from './persistence/feedback-search.js';

/** How often unused words are removed, in milliseconds. */
const removalInterval = 600_000;

/** The feedback of projects. The modules of votes, comments, merges and others stand on it. */
@Module({
  imports: [IdentityModule, ProjectModule, AttachmentsModule, StoredCommentsModule],
  controllers: [FeedbackController],
  providers: [
    FeedbackService,
    BatchUpdate,
    FeedbackContents,
    BulkService,
    FieldValues,
    {
      provide: FeedbackPolicy,
      inject: [{ token: HostFeedbackPolicy, optional: true }],
      useFactory: (ofHost?: FeedbackPolicy) => new PolicyOfHost(ofHost),
    },
    ActingUserResolver,
    StatusChanges,
    FeedbackReferences,
    Approvals,
    EditorialRights,
    FeedbackImportEvents,
    FeedbackImporter,
    { provide: FeedbackImportRepository, useClass: SqlFeedbackImportRepository },
    { provide: FeedbackRepository, useClass: TypeormFeedbackRepository },
    FeedbackQueries,
    UnusedFeedbackWords,
  ],
  exports: [
    ActingUserResolver,
    Approvals,
    FeedbackImporter,
    FeedbackImportEvents,
    FeedbackImportRepository,
    FeedbackPolicy,
    FeedbackQueries,
    FeedbackRepository,
    FeedbackService,
  ],
})
export class ItemsModule implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly unusedWords: UnusedFeedbackWords,
  ) {}

  onModuleInit(): void {
    this.background.every(removalInterval, 'removing unused words of feedback', () =>
      this.unusedWords.remove(),
    );
  }
}
