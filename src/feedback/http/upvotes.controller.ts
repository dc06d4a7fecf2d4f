import { Controller, Delete, Get, Param, Put, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { QueryParams } from '../../platform/http/input.js';
import { Links, type ListAnswer } from '../../platform/http/links.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { FeedbackQueries, type FeedbackRecord } from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import { VoteService } from '../application/vote.service.js';
import { UpvoteListQuery } from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';

/** In the paths, `me` stands for the caller. */
@Controller('projects/:projectSlug/feedback/:feedbackId/upvotes')
@InProject()
@UseInterceptors(RedirectMerged)
export class UpvotesController {
  constructor(
    private readonly votes: VoteService,
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly links: Links,
  ) {}

  /** Oldest first. */
  @Get()
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: UpvoteListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const group = await this.feedback.group(grant, feedbackId);
    return this.links.list(response, query, (page) => this.queries.upvotes(group, page));
  }

  /** Votes for the feedback, once. */
  @Put(':userId')
  @NeedsScope('write')
  @NeedsRole('contributor')
  async cast(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('userId') userId: string,
  ): Promise<FeedbackRecord> {
    return this.votes.cast(grant, feedbackId, grant.userNamed(userId));
  }

  /** Takes the vote back. */
  @Delete(':userId')
  @NeedsScope('write')
  @NeedsRole('contributor')
  async withdraw(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('userId') userId: string,
  ): Promise<FeedbackRecord> {
    return this.votes.withdraw(grant, feedbackId, grant.userNamed(userId));
  }
}
