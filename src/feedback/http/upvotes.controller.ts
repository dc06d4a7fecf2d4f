import { Controller, Delete, Get, Param, Post, Put, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope, userNotFound, usersManagedElsewhere } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  unversioned,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { FeedbackRecord } from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import { type UpvoteRecord, VoteQueries } from '../application/vote.queries.js';
import { VoteService } from '../application/vote.service.js';
import { CastVoteRequest, UpvoteListQuery } from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';
import { feedbackParameter, upvoteNotFound } from './feedback.problems.js';
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
      problemsOfReads: [upvoteNotFound],
      problemsOfWrites: [userNotFound],
    },
  },
})
export class UpvotesController {
  constructor(
    private readonly votes: VoteService,
    private readonly feedback: FeedbackService,
    private readonly queries: VoteQueries,
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
    return this.links.list(response, query, (page) => this.queries.list(group, page));
  }

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createUpvote',
    summary: 'Vote on behalf of a user',
    description:
      'Adds a vote of the caller (`{}`) or, for editors, of another user, given as `user_id` or `user`. A `user` is found by e-mail address, or registered if there is none. A user has at most one vote: voting again returns the existing vote.',
    problems: [usersManagedElsewhere],
    answer: UpvoteResponse,
    statuses: { 200: 'The user had already voted. Nothing was changed.', 201: 'Created.' },
    body: { user: { email: 'grace@example.com', full_name: 'Grace Hopper' } },
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async create(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() body: CastVoteRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UpvoteRecord | undefined> {
    const { upvote, created } = await this.votes.castFor(grant, feedbackId, body.voter());
    if (created) this.links.created(response, upvote.record.user.id);
    else response.status(200);
    return versioned(response, upvote);
  }

  @Get(':userId')
  @Operation({
    id: 'getUpvote',
    summary: 'Get the vote of a user',
    description:
      'Tells whether a user has voted: returns 404 `upvote_not_found` otherwise. Includes votes for feedback that is merged into this one.',
    answer: UpvoteResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('userId') userId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UpvoteRecord | undefined> {
    return versioned(response, await this.votes.read(grant, feedbackId, grant.userNamed(userId)));
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
