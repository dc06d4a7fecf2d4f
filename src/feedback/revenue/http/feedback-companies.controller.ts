import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, PagedList, PageQuery } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import {
  type CompanyRecord,
  CompanyResponse,
  CurrentAccess,
  InProject,
  type ProjectAccess,
} from '../../../project/index.js';
import { FeedbackCompanyQueries } from '../application/feedback-company.queries.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { permissions } from '../../items/application/permissions.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';

class FeedbackCompanyListQuery extends PageQuery {}

@Controller('projects/:projectSlug/feedback/:feedbackId/companies')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Companies', parameters: { feedbackId: feedbackParameter } })
export class FeedbackCompaniesController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackCompanyQueries,
  ) {}

  @Get()
  @Operation({
    id: 'listFeedbackCompanies',
    summary: 'List the companies that want feedback',
    description:
      'Returns the companies of its author and voters, and of the authors and voters of feedback that is merged into it, each once; the largest revenue first.',
    list: CompanyResponse,
  })
  @RequirePermission(permissions.readRevenue)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @QueryParams() query: FeedbackCompanyListQuery,
  ): Promise<PagedList<CompanyRecord>> {
    const group = await this.feedback.group(access, id);
    return new PagedList(query, (page) => this.queries.list(access.projectId, group, page));
  }
}
