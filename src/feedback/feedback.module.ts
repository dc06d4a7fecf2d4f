import { Module, type Type } from '@nestjs/common';
import type { Persistence } from '../platform/persistence/index.js';
import { CommentsModule } from './comments/comments.module.js';
import { CommentEntity } from './comments/persistence/comment.entity.js';
import { ContributionsModule } from './contributions/contributions.module.js';
import { CountsModule } from './counts/counts.module.js';
import { ItemsModule } from './items/items.module.js';
import { FeedbackEntity } from './items/persistence/feedback.entity.js';
import { FeedbackMetadataModule } from './metadata/metadata.module.js';
import { MergingModule } from './merging/merging.module.js';
import { CommentRecords1764300060000 } from './persistence/migrations/comment-records-1764300060000.js';
import { CommentData1764400002000 } from './persistence/migrations/comment-data-1764400002000.js';
import { Feedback1763600003000 } from './persistence/migrations/feedback-1763600003000.js';
import { Feedback1764200001000 } from './persistence/migrations/feedback-1764200001000.js';
import { Feedback1764300002000 } from './persistence/migrations/feedback-1764300002000.js';
import { Feedback1764500001000 } from './persistence/migrations/feedback-1764500001000.js';
import { PublicReadingModule } from './public-reading/public-reading.module.js';
import { RevenueModule } from './revenue/revenue.module.js';
import { RoadmapModule } from './roadmap/roadmap.module.js';
import { StatusChangesModule } from './status-changes/status-changes.module.js';
import { VotesModule } from './votes/votes.module.js';

const aggregates = [
  ItemsModule,
  MergingModule,
  FeedbackMetadataModule,
  VotesModule,
  CommentsModule,
  RoadmapModule,
  StatusChangesModule,
  RevenueModule,
  CountsModule,
  ContributionsModule,
  PublicReadingModule,
];

/** The feedback of projects, with its votes and comments. */
@Module({ imports: aggregates, exports: aggregates })
export class FeedbackModule {
  /** The modules of the aggregates, which have the controllers. */
  static readonly aggregates: readonly Type[] = aggregates;

  static readonly persistence: Persistence = {
    entities: [CommentEntity, FeedbackEntity],
    migrations: [
      Feedback1763600003000,
      Feedback1764200001000,
      Feedback1764300002000,
      CommentRecords1764300060000,
      CommentData1764400002000,
      Feedback1764500001000,
      // New ones come last. Released ones never change.
    ],
  };
}
