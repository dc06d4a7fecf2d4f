import { Controller, Get, Param, UseFilters } from '@nestjs/common';
import type { ViewedChangelog } from '../../entries/application/changelog-view.js';
import { ChangelogResponse } from '../../entries/http/changelog.dto.js';
import { feedbackParameter, RedirectMerged } from '../../../feedback/index.js';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { permissions } from '../application/permissions.js';
import { FeedbackLinkService } from '../application/feedback-link.service.js';
import { LinkedChangelogListQuery } from './feedback-link.dto.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/changelogs')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class LinkedChangelogsController {
  constructor(private readonly feedbackLinks: FeedbackLinkService) {}

  @Get()
  @Operation({
    id: 'listFeedbackChangelogs',
    summary: 'List the changelog entries of feedback',
    description:
      'Returns the entries that are linked to the feedback or to feedback merged into it, newest `publish_date` first. Only editors can see drafts and scheduled entries.',
    list: ChangelogResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: LinkedChangelogListQuery,
  ): Promise<PagedList<ViewedChangelog>> {
    return new PagedList(query, (page) =>
      this.feedbackLinks.changelogsOf(access, feedbackId, page, query.include),
    );
  }
}
