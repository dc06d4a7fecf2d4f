import { Controller, Delete, Get, Param, Put, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope, userNotFound } from '../../identity/index.js';
import {
  Links,
  type ListAnswer,
  Operation,
  Operations,
  QueryParams,
  unversioned,
} from '../../platform/http/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { FeedbackQueries, type FeedbackRecord } from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import { VoteService } from '../application/vote.service.js';
import { UpvoteListQuery } from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';
import { feedbackParameter } from './feedback.problems.js';
import { FeedbackResponse, UpvoteResponse } from './feedback.responses.js';

/** In paths, `me` stands for the caller. */
@Controller('projects/:projectSlug/feedback/:feedbackId/upvotes')
@InProject()
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Votes',
  parameters: {
    feedbackId: feedbackParameter,
    userId: {
      schema: {
        type: 'string',
        description:
          'Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.',
        example: 'me',
      },
      problems: [userNotFound],
    },
  },
})
export class UpvotesController {
  constructor(
    private readonly votes: VoteService,
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly links: Links,
  ) {}

  @Get()
  @Operation({
    id: 'listUpvotes',
    summary: 'List votes',
    description:
      'Returns the oldest vote first. Includes the votes for feedback that is merged into this one, one per user.',
    list: UpvoteResponse,
  })
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

  @Put(':userId')
  @Operation({
    id: 'castVote',
    summary: 'Vote',
    description: 'Returns the feedback. A user has at most one vote: voting again changes nothing.',
    answer: FeedbackResponse,
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async cast(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('userId') userId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord> {
    return unversioned(response, await this.votes.cast(grant, feedbackId, grant.userNamed(userId)));
  }

  @Delete(':userId')
  @Operation({
    id: 'withdrawVote',
    summary: 'Remove a vote',
    description: 'Returns the feedback. Removing a vote that does not exist changes nothing.',
    answer: FeedbackResponse,
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async withdraw(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('userId') userId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord> {
    return unversioned(response, await this.votes.withdraw(grant, feedbackId, grant.userNamed(userId)));
  }
}
