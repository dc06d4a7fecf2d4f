import { Module } from '@nestjs/common';
import { RoadmapQueries } from './application/roadmap.queries.js';
import { RoadmapController } from './http/roadmap.controller.js';

/** The statuses on the roadmap with their feedback. */
@Module({
  controllers: [RoadmapController],
  providers: [RoadmapQueries],
  exports: [RoadmapQueries],
})
export class RoadmapModule {}
