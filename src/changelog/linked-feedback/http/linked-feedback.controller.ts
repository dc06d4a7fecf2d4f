import { Controller, Delete, Get, HttpCode, Param, Put, UseFilters } from '@nestjs/common';
import { changelogParameter } from '../../entries/http/changelog.dto.js';
import {
  feedbackParameter,
  NotApproved,
  type ViewedFeedback,
  FeedbackResponse,
  RedirectMerged,
  revenueRefused,
  ReplayedIfFeedbackIsVisible,
} from '../../../feedback/index.js';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { permissions } from '../application/permissions.js';
import { FeedbackLinkService } from '../application/feedback-link.service.js';
import { TooManyLinks } from '../domain/feedback-link.errors.js';
import { LinkedFeedbackListQuery, LinkFeedbackQuery } from './feedback-link.dto.js';

@Controller('projects/:projectSlug/changelogs/:changelogId/feedback')
@InProject()
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Changelogs',
  parameters: { changelogId: changelogParameter, feedbackId: feedbackParameter },
})
export class LinkedFeedbackController {
  constructor(private readonly feedbackLinks: FeedbackLinkService) {}

  @Get()
  @Operation({
    id: 'listChangelogFeedback',
    summary: 'List the feedback of a changelog entry',
    description:
      'Returns the feedback that the entry is linked to, newest first. Merged feedback is replaced by its target.',
    list: FeedbackResponse,
    problems: [revenueRefused],
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @QueryParams() query: LinkedFeedbackListQuery,
  ): Promise<PagedList<ViewedFeedback>> {
    return new PagedList(query, (page) =>
      this.feedbackLinks.feedbackOf(access, changelogId, page, query.include),
    );
  }

  @Put(':feedbackId')
  @ReplayedIfFeedbackIsVisible()
  @Operation({
    id: 'linkChangelogFeedback',
    summary: 'Link feedback to a changelog entry',
    description:
      'Returns the feedback. Linking again changes nothing. An entry and feedback can each have at most 1,000 links.',
    answer: FeedbackResponse,
    statuses: { 200: 'The link existed. Nothing was changed.', 201: 'Created.' },
    problems: [new TooManyLinks(), new NotApproved()],
  })
  @RequirePermission(permissions.linkChangelogFeedback)
  async link(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() { include }: LinkFeedbackQuery,
  ): Promise<Created<ViewedFeedback> | ViewedFeedback> {
    const { feedback, created } = await this.feedbackLinks.link(access, changelogId, feedbackId, include);
    return created ? new Created(feedback.record) : feedback.record;
  }

  @Delete(':feedbackId')
  @Operation({
    id: 'unlinkChangelogFeedback',
    summary: 'Unlink feedback from a changelog entry',
    description: 'Removing a link that does not exist changes nothing.',
  })
  @RequirePermission(permissions.unlinkChangelogFeedback)
  @HttpCode(204)
  async unlink(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @Param('feedbackId') feedbackId: string,
  ): Promise<void> {
    await this.feedbackLinks.unlink(access, changelogId, feedbackId);
  }
}
