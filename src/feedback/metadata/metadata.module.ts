import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/items.module.js';
import { FeedbackMetadataService } from './application/feedback-metadata.service.js';
import { FeedbackMetadataController } from './http/feedback-metadata.controller.js';

/** JSON that an application stores with feedback. */
@Module({
  imports: [ItemsModule],
  controllers: [FeedbackMetadataController],
  providers: [FeedbackMetadataService],
  exports: [FeedbackMetadataService],
})
export class FeedbackMetadataModule {}
