import { Module } from '@nestjs/common';
import { FeedbackModule } from '../../feedback/index.js';
import { EntriesModule } from '../entries/entries.module.js';
import type { Persistence } from '../../platform/persistence/index.js';
import { ProjectModule } from '../../project/index.js';
import { FeedbackLinkService } from './application/feedback-link.service.js';
import { FeedbackLinkRepository } from './domain/feedback-link.repository.js';
import { LinkedChangelogsController } from './http/linked-changelogs.controller.js';
import { LinkedFeedbackController } from './http/linked-feedback.controller.js';
import { FeedbackLinkEntity } from './persistence/feedback-link.entity.js';
import { ChangelogFeedback1763600011000 } from './persistence/migrations/changelog-feedback-1763600011000.js';
import { TypeormFeedbackLinkRepository } from './persistence/typeorm-feedback-link.repository.js';

/** Links between changelog entries and feedback. Neither of the two modules depends on it. */
@Module({
  imports: [ProjectModule, FeedbackModule, EntriesModule],
  controllers: [LinkedFeedbackController, LinkedChangelogsController],
  providers: [
    FeedbackLinkService,
    { provide: FeedbackLinkRepository, useClass: TypeormFeedbackLinkRepository },
  ],
  exports: [FeedbackLinkService],
})
export class LinkedFeedbackModule {
  static readonly persistence: Persistence = {
    entities: [FeedbackLinkEntity],
    migrations: [ChangelogFeedback1763600011000],
  };
}
