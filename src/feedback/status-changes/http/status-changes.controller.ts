import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, PagedList, PageQuery } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { readerOf } from '../../comments/application/comment.queries.js';
import { permissions } from '../../items/application/permissions.js';
import { StatusChangeQueries, type StatusChangeRecord } from '../application/status-change.queries.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';
import { StatusChangeResponse } from './status-change.dto.js';

class StatusChangeListQuery extends PageQuery {}

@Controller('projects/:projectSlug/feedback/:feedbackId/status-changes')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class StatusChangesController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly queries: StatusChangeQueries,
  ) {}

  @Get()
  @Operation({
    id: 'listStatusChanges',
    summary: 'List changes of the status',
    description:
      'Returns the oldest change first. Imports add the changes of their `status_change` records, and none for a status that imported feedback gets.',
    list: StatusChangeResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @QueryParams() query: StatusChangeListQuery,
  ): Promise<PagedList<StatusChangeRecord>> {
    const [feedbackId = id] = await this.feedback.group(access, id);
    return new PagedList(query, (page) => this.queries.list(feedbackId, readerOf(access), page));
  }
}
