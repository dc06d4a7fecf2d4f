import { Module } from '@nestjs/common';
import { ProjectModule } from '../../project/index.js';
import { StoredCommentsModule } from '../comments/stored-comments.module.js';
import { ItemsModule } from '../items/items.module.js';
import { RoadmapModule } from '../roadmap/roadmap.module.js';
import { PublicFeedbackService } from './application/public-feedback.service.js';
import { PublicFeedbackController } from './http/public-feedback.controller.js';

/** Reads the feedback of projects in which it is public. */
@Module({
  imports: [ProjectModule, ItemsModule, StoredCommentsModule, RoadmapModule],
  providers: [PublicFeedbackService],
  exports: [PublicFeedbackService],
})
export class PublicReadingModule {}

/** What everyone can read of feedback, which is outside of the path of the other operations. */
@Module({ imports: [ProjectModule, PublicReadingModule], controllers: [PublicFeedbackController] })
export class PublicFeedbackModule {}
