import { Controller, Get } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { revenueRefused, viewOf } from '../../items/application/feedback-view.js';
import { permissions } from '../../items/application/permissions.js';
import type { Versioned } from '../../../shared/records.js';
import { type RoadmapColumnRecord, RoadmapQueries } from '../application/roadmap.queries.js';
import { RoadmapQuery, RoadmapColumnResponse } from './roadmap.dto.js';

@Controller('projects/:projectSlug/roadmap')
@InProject()
@Operations({ tag: 'Feedback' })
export class RoadmapController {
  constructor(private readonly queries: RoadmapQueries) {}

  @Get()
  @Operation({
    id: 'getRoadmap',
    summary: 'Get the roadmap',
    description:
      'Returns the statuses that are on the roadmap, in their order, each with its most upvoted feedback. The lists end earlier than `limit` if the roadmap would have more than 4 MiB. The list of feedback with `status` and `sort` returns the rest. Merged feedback is excluded.',
    array: RoadmapColumnResponse,
    problems: [revenueRefused],
    expensive: true,
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: RoadmapQuery,
  ): Promise<Versioned<RoadmapColumnRecord[]>> {
    return this.queries.read(access.reader, query.options(), viewOf(access, query.include));
  }
}
