import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { DuplicateRecord } from '../application/duplicate.queries.js';
import { DuplicateService } from '../application/duplicate.service.js';
import { permissions } from '../application/permissions.js';
import { FeedbackDuplicateListQuery, DuplicateResponse } from './duplicate.dto.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/duplicates')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class FeedbackDuplicatesController {
  constructor(private readonly duplicates: DuplicateService) {}

  @Get()
  @Operation({
    id: 'listFeedbackDuplicates',
    summary: 'List suggested duplicates of feedback',
    description:
      'Returns the suggestions that the feedback is a duplicate of other feedback, or other feedback of it, the best first. They are made some seconds after feedback was created or changed.',
    list: DuplicateResponse,
  })
  @RequirePermission(permissions.listDuplicates)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: FeedbackDuplicateListQuery,
  ): Promise<PagedList<DuplicateRecord>> {
    return new PagedList(query, (page) => this.duplicates.listOf(access, feedbackId, query, page));
  }
}
