import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { ChangelogResponse } from '../../changelog/index.js';
import { feedbackParameter, RedirectMerged } from '../../feedback/index.js';
import { NeedsScope } from '../../identity/index.js';
import { Links, type ListAnswer, Operation, Operations } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { FeedbackLinkService } from '../application/feedback-link.service.js';
import { LinkedChangelogListQuery } from './feedback-link.requests.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/changelogs')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class LinkedChangelogsController {
  constructor(
    private readonly feedbackLinks: FeedbackLinkService,
    private readonly links: Links,
  ) {}

  @Get()
  @Operation({
    id: 'listFeedbackChangelogs',
    summary: 'List the changelog entries of feedback',
    description:
      'Returns the entries that are linked to the feedback or to feedback merged into it, newest `publish_date` first. Only editors can see drafts and scheduled entries.',
    list: ChangelogResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: LinkedChangelogListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) =>
      this.feedbackLinks.changelogsOf(grant, feedbackId, page),
    );
  }
}
