import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import type { Persistence } from '../platform/database/database.js';
import { ProjectModule } from '../project/index.js';
import { FeedbackQueries } from './application/feedback.queries.js';
import { FeedbackService } from './application/feedback.service.js';
import { TagService } from './application/tag.service.js';
import { FeedbackRepository } from './domain/feedback.repository.js';
import { TagRepository } from './domain/tag.repository.js';
import { FeedbackController } from './http/feedback.controller.js';
import { TagsController } from './http/tags.controller.js';
import { feedbackSchema, tagSchema } from './persistence/feedback.schema.js';
import { Feedback1763600002000 } from './persistence/migrations/feedback-1763600002000.js';
import { SqlFeedbackQueries } from './persistence/sql-feedback.queries.js';
import { TypeormFeedbackRepository } from './persistence/typeorm-feedback.repository.js';
import { TypeormTagRepository } from './persistence/typeorm-tag.repository.js';

/** The feedback of projects, with its tags. */
@Module({
  imports: [IdentityModule, ProjectModule],
  controllers: [FeedbackController, TagsController],
  providers: [
    FeedbackService,
    TagService,
    { provide: FeedbackRepository, useClass: TypeormFeedbackRepository },
    { provide: TagRepository, useClass: TypeormTagRepository },
    { provide: FeedbackQueries, useClass: SqlFeedbackQueries },
  ],
})
export class FeedbackModule {
  static readonly persistence: Persistence = {
    schemas: [feedbackSchema, tagSchema],
    migrations: [Feedback1763600002000],
  };
}
