import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { CompletedFeedbackHandler } from './completed-feedback.handler.js';
import { RoadmapController } from './roadmap.controller.js';
import { RoadmapItem } from './roadmap-item.js';
import { RoadmapService } from './roadmap.service.js';

/** The roadmap of the company, on top of feedback. */
@Module({
  imports: [TypeOrmModule.forFeature([RoadmapItem]), UsersModule],
  controllers: [RoadmapController],
  providers: [RoadmapService, CompletedFeedbackHandler],
})
export class RoadmapModule {}
