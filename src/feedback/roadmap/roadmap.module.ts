import { Module } from '@nestjs/common';
import { RoadmapQueries } from './application/roadmap.queries.js';
import { RoadmapController } from './http/roadmap.controller.js';
import { SqlRoadmapQueries } from './persistence/sql-roadmap.queries.js';

/** The statuses on the roadmap with their feedback. */
@Module({
  controllers: [RoadmapController],
  providers: [{ provide: RoadmapQueries, useClass: SqlRoadmapQueries }],
  exports: [RoadmapQueries],
})
export class RoadmapModule {}
