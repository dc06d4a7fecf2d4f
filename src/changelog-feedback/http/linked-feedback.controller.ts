import { Controller, Delete, Get, HttpCode, Param, Put, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { changelogParameter } from '../../changelog/index.js';
import {
  feedbackParameter,
  type FeedbackRecord,
  FeedbackResponse,
  RedirectMerged,
} from '../../feedback/index.js';
import { NeedsScope } from '../../identity/index.js';
import { Links, type ListAnswer, Operation, Operations, unversioned } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { FeedbackLinkService } from '../application/feedback-link.service.js';
import { LinkedFeedbackListQuery } from './feedback-link.requests.js';
import { tooManyLinks } from './feedback-link.responses.js';

@Controller('projects/:projectSlug/changelogs/:changelogId/feedback')
@InProject()
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Changelogs',
  parameters: { changelogId: changelogParameter, feedbackId: feedbackParameter },
})
export class LinkedFeedbackController {
  constructor(
    private readonly feedbackLinks: FeedbackLinkService,
    private readonly links: Links,
  ) {}

  @Get()
  @Operation({
    id: 'listChangelogFeedback',
    summary: 'List the feedback of a changelog entry',
    description:
      'Returns the feedback that the entry is linked to, newest first. Merged feedback is replaced by its target.',
    list: FeedbackResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @QueryParams() query: LinkedFeedbackListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) =>
      this.feedbackLinks.feedbackOf(grant, changelogId, page),
    );
  }

  @Put(':feedbackId')
  @Operation({
    id: 'linkChangelogFeedback',
    summary: 'Link feedback to a changelog entry',
    description:
      'Returns the feedback. Linking again changes nothing. An entry and feedback can each have at most 1,000 links.',
    answer: FeedbackResponse,
    statuses: { 200: 'The link existed. Nothing was changed.', 201: 'Created.' },
    problems: [tooManyLinks],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async link(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @Param('feedbackId') feedbackId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord> {
    const { feedback, created } = await this.feedbackLinks.link(grant, changelogId, feedbackId);
    if (created) response.status(201);
    return unversioned(response, feedback);
  }

  @Delete(':feedbackId')
  @Operation({
    id: 'unlinkChangelogFeedback',
    summary: 'Unlink feedback from a changelog entry',
    description: 'Removing a link that does not exist changes nothing.',
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(204)
  async unlink(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @Param('feedbackId') feedbackId: string,
  ): Promise<void> {
    await this.feedbackLinks.unlink(grant, changelogId, feedbackId);
  }
}
