import { Module, type OnModuleInit } from '@nestjs/common';
import { AttachedRecords, AttachmentsModule } from '../attachments/index.js';
import { IdentityModule, UserErasure, UserExport } from '../identity/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { Background } from '../platform/jobs/index.js';
import {
  BoardService,
  CompanyService,
  CustomFieldService,
  PeopleService,
  ProjectModule,
  ProjectService,
  StatusService,
} from '../project/index.js';
import { ActingUserResolver } from './items/application/acting-user-resolver.js';
import { BatchUpdate } from './items/application/batch-update.js';
import { BoardClearance } from './items/application/board-clearance.js';
import { BulkService } from './items/application/bulk.service.js';
import { CommentQueries } from './comments/application/comment.queries.js';
import { CommentService } from './comments/application/comment.service.js';
import { CommentImporter } from './comments/application/comment-importer.js';
import { StatusChangeImporter } from './status-changes/application/status-change-importer.js';
import { VoteImporter } from './votes/application/vote-importer.js';
import { ContributionDeletion } from './items/application/contribution-deletion.js';
import { ContributionQueries } from './items/application/contribution.queries.js';
import { CountService } from './items/application/count.service.js';
import { FeedbackMetadataService } from './items/application/feedback-metadata.service.js';
import { FeedbackImportEvents } from './items/application/feedback-import-events.js';
import { FeedbackImporter } from './items/application/feedback-importer.js';
import { MergeImporter } from './merging/application/merge-importer.js';
import {
  FeedbackPolicy,
  HostFeedbackPolicy,
  PolicyOfHost,
  RolesOnlyPolicy,
} from './items/application/feedback-policy.js';
import { FeedbackQueries } from './items/application/feedback.queries.js';
import { FieldValues } from './items/application/field-values.js';
import { FeedbackService } from './items/application/feedback.service.js';
import { Approvals } from './items/application/approvals.js';
import { MergeService } from './merging/application/merge.service.js';
import { FeedbackCompanyQueries } from './revenue/application/feedback-company.queries.js';
import { RevenueEventHandler } from './revenue/application/revenue-event-handler.js';
import { RevenueService } from './revenue/application/revenue.service.js';
import { RoadmapQueries } from './roadmap/application/roadmap.queries.js';
import { StatusChanges } from './status-changes/application/status-changes.js';
import { StatusChangeQueries } from './status-changes/application/status-change.queries.js';
import { StatusReplacement } from './items/application/status-replacement.js';
import { VoteQueries } from './votes/application/vote.queries.js';
import { VoteService } from './votes/application/vote.service.js';
import { CommentRepository } from './comments/domain/comment.repository.js';
import { FeedbackImportRepository } from './items/domain/feedback-import.repository.js';
import { FeedbackRepository } from './items/domain/feedback.repository.js';
import { RevenueRepository } from './revenue/domain/revenue.repository.js';
import { VoteRepository } from './votes/domain/vote.repository.js';
import { CommentsController } from './comments/http/comments.controller.js';
import { ProjectCommentsController } from './comments/http/project-comments.controller.js';
import { PublicFeedbackController } from './items/http/public-feedback.controller.js';
import { PublicFeedbackService } from './items/application/public-feedback.service.js';
import { FeedbackMetadataController } from './items/http/feedback-metadata.controller.js';
import { FeedbackCompaniesController } from './revenue/http/feedback-companies.controller.js';
import { FeedbackController } from './items/http/feedback.controller.js';
import { RoadmapController } from './roadmap/http/roadmap.controller.js';
import { StatusChangesController } from './status-changes/http/status-changes.controller.js';
import { FeedbackReferences } from './items/http/feedback-references.js';
import { UpvotesController } from './votes/http/upvotes.controller.js';
import { Feedback1763600003000 } from './persistence/migrations/feedback-1763600003000.js';
import { Feedback1764200001000 } from './persistence/migrations/feedback-1764200001000.js';
import { SqlCommentQueries } from './comments/persistence/sql-comment.queries.js';
import { SqlContributionQueries } from './items/persistence/sql-contribution.queries.js';
import { SqlFeedbackImportRepository } from './items/persistence/sql-feedback-import.repository.js';
import { SqlFeedbackQueries } from './items/persistence/sql-feedback.queries.js';
import { SqlFeedbackCompanyQueries } from './revenue/persistence/sql-feedback-company.queries.js';
import { SqlRevenueRepository } from './revenue/persistence/sql-revenue.repository.js';
import { SqlRoadmapQueries } from './roadmap/persistence/sql-roadmap.queries.js';
import { SqlStatusChangeQueries } from './status-changes/persistence/sql-status-change.queries.js';
import { SqlVoteQueries } from './votes/persistence/sql-vote.queries.js';
import { TypeormVoteRepository } from './votes/persistence/typeorm-vote.repository.js';
import { TypeormCommentRepository } from './comments/persistence/typeorm-comment.repository.js';
import { TypeormFeedbackRepository } from './items/persistence/typeorm-feedback.repository.js';
import { CommentEntity } from './comments/persistence/comment.entity.js';
import { FeedbackEntity } from './items/persistence/feedback.entity.js';
import { VoteEntity } from './votes/persistence/vote.entity.js';
import { UnusedFeedbackWords } from './items/persistence/unused-feedback-words.js';

/** How often unused words are removed, in milliseconds. */
const removalInterval = 600_000;

/** How often the sums of companies are computed, in milliseconds. */
const revenueInterval = 10_000;

/** The feedback of projects, with its votes and comments. */
@Module({
  imports: [IdentityModule, ProjectModule, AttachmentsModule],
  controllers: [
    FeedbackController,
    FeedbackMetadataController,
    UpvotesController,
    CommentsController,
    ProjectCommentsController,
    RoadmapController,
    StatusChangesController,
    FeedbackCompaniesController,
  ],
  providers: [
    FeedbackService,
    MergeService,
    PublicFeedbackService,
    FeedbackMetadataService,
    BatchUpdate,
    BoardClearance,
    BulkService,
    FieldValues,
    {
      provide: FeedbackPolicy,
      inject: [{ token: HostFeedbackPolicy, optional: true }],
      useFactory: (ofHost?: FeedbackPolicy) => (ofHost ? new PolicyOfHost(ofHost) : new RolesOnlyPolicy()),
    },
    VoteService,
    CommentService,
    ContributionDeletion,
    CountService,
    ActingUserResolver,
    RevenueEventHandler,
    RevenueService,
    StatusReplacement,
    StatusChanges,
    FeedbackReferences,
    Approvals,
    CommentImporter,
    FeedbackImportEvents,
    FeedbackImporter,
    MergeImporter,
    StatusChangeImporter,
    VoteImporter,
    { provide: FeedbackImportRepository, useClass: SqlFeedbackImportRepository },
    { provide: FeedbackRepository, useClass: TypeormFeedbackRepository },
    { provide: VoteRepository, useClass: TypeormVoteRepository },
    { provide: CommentRepository, useClass: TypeormCommentRepository },
    { provide: RevenueRepository, useClass: SqlRevenueRepository },
    { provide: FeedbackCompanyQueries, useClass: SqlFeedbackCompanyQueries },
    { provide: FeedbackQueries, useClass: SqlFeedbackQueries },
    { provide: StatusChangeQueries, useClass: SqlStatusChangeQueries },
    { provide: RoadmapQueries, useClass: SqlRoadmapQueries },
    { provide: VoteQueries, useClass: SqlVoteQueries },
    { provide: CommentQueries, useClass: SqlCommentQueries },
    { provide: ContributionQueries, useClass: SqlContributionQueries },
    UnusedFeedbackWords,
  ],
  exports: [
    CommentService,
    VoteService,
    CommentImporter,
    CountService,
    FeedbackImporter,
    MergeImporter,
    StatusChangeImporter,
    VoteImporter,
    FeedbackMetadataService,
    FeedbackService,
    FeedbackQueries,
    VoteQueries,
    CommentQueries,
    MergeService,
    RoadmapQueries,
    PublicFeedbackService,
    RevenueService,
  ],
})
export class FeedbackModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [CommentEntity, FeedbackEntity, VoteEntity],
    migrations: [Feedback1763600003000, Feedback1764200001000],
  };

  constructor(
    private readonly attachedRecords: AttachedRecords,
    private readonly background: Background,
    private readonly unusedWords: UnusedFeedbackWords,
    private readonly deletion: ContributionDeletion,
    private readonly contributions: ContributionQueries,
    private readonly people: PeopleService,
    private readonly statuses: StatusService,
    private readonly replacement: StatusReplacement,
    private readonly boards: BoardService,
    private readonly clearance: BoardClearance,
    private readonly companies: CompanyService,
    private readonly revenue: RevenueService,
    private readonly fields: CustomFieldService,
    private readonly fieldValues: FieldValues,
    private readonly projects: ProjectService,
    private readonly repository: FeedbackRepository,
    private readonly userErasure: UserErasure,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
    this.attachedRecords.register((ids) => this.contributions.authorsOf(ids));
    this.statuses.registerUse(this.replacement);
    this.boards.registerUse(this.clearance);
    this.companies.registerUse(this.revenue);
    this.fields.registerUse(this.fieldValues);
    this.people.registerContributions((userIds, projectIds) =>
      this.contributions.findPresence(userIds, projectIds),
    );
    this.projects.registerContents(this.repository);
    this.userErasure.register((erasure, signal) => this.deletion.erase(erasure, signal));
    this.userExport.register('feedback', (userId, page) => this.contributions.feedback(userId, page));
    this.userExport.register('comment', (userId, page) => this.contributions.comments(userId, page));
    this.userExport.register('vote', (userId, page) => this.contributions.votes(userId, page));
    this.background.every(revenueInterval, 'adding up the revenue of companies', () =>
      this.revenue.refreshStale(),
    );
    this.background.every(removalInterval, 'removing unused words of feedback', () =>
      this.unusedWords.remove(),
    );
  }
}

/** What everyone can read of feedback, which is outside of the path of the other operations. */
@Module({ imports: [FeedbackModule], controllers: [PublicFeedbackController] })
export class PublicFeedbackModule {}
