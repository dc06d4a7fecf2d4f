import { Controller, Delete, Get, HttpCode, Param, Post, Put, UseFilters } from '@nestjs/common';
import {
  RequirePermission,
  UserIdParam,
  userIdParameter,
  UserNotFound,
  UsersManagedElsewhere,
} from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import { type ViewedFeedback, viewOf } from '../../items/application/feedback-view.js';
import { permissions } from '../application/permissions.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import type { UpvoteRecord } from '../application/vote.queries.js';
import { VoteService } from '../application/vote.service.js';
import { NotApproved } from '../../items/domain/feedback.errors.js';
import { UpvoteNotFound } from '../domain/vote.errors.js';
import { FeedbackQuery } from '../../items/http/feedback-list.dto.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';
import { ReplayedIfFeedbackIsVisible } from '../../items/http/replayed-if-visible.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';
import { CastVoteDto, UpvoteListQuery, UpvoteResponse } from './vote.dto.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/upvotes')
@InProject()
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Votes',
  parameters: {
    feedbackId: feedbackParameter,
    userId: userIdParameter({
      note: 'Voting on behalf of another user requires the role `editor`.',
      example: 'me',
      problemsOfReads: [new UpvoteNotFound()],
      problemsOfWrites: [new UserNotFound()],
    }),
  },
})
export class UpvotesController {
  constructor(
    private readonly votes: VoteService,
    private readonly feedback: FeedbackService,
  ) {}

  @Get()
  @Operation({
    id: 'listUpvotes',
    summary: 'List votes',
    description:
      'Returns the oldest vote first. Includes the votes for feedback that is merged into this one, one per user.',
    list: UpvoteResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: UpvoteListQuery,
  ): Promise<PagedList<UpvoteRecord>> {
    return new PagedList(query, (page) => this.votes.list(access, feedbackId, page));
  }

  @Post()
  @Operation({
    id: 'createUpvote',
    summary: 'Vote on behalf of a user',
    description:
      'Adds a vote of the caller (`{}`) or, for editors, of another user, given as `user_id` or `user`. A `user` is found by external id or e-mail address, or registered if there is none. A user has at most one vote: voting again returns the existing vote.',
    problems: [new UsersManagedElsewhere(), new NotApproved()],
    answer: UpvoteResponse,
    statuses: { 200: 'The user had already voted. Nothing was changed.', 201: 'Created.' },
    body: { user: { email: 'grace@example.com', full_name: 'Grace Hopper' } },
  })
  @RequirePermission(permissions.createUpvote)
  @ReplayedIfFeedbackIsVisible()
  @HttpCode(200)
  async create(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() body: CastVoteDto,
  ): Promise<Created<UpvoteRecord> | Versioned<UpvoteRecord>> {
    const { upvote, created } = await this.votes.createFor(access, feedbackId, body.actingFor(access.caller));
    return created ? new Created(upvote, upvote.record.user.id) : upvote;
  }

  @Get(':userId')
  @Operation({
    id: 'getUpvote',
    summary: 'Get the vote of a user',
    description:
      'Tells whether a user has voted: returns 404 `upvote_not_found` otherwise. Includes votes for feedback that is merged into this one.',
    answer: UpvoteResponse,
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
  ): Promise<Versioned<UpvoteRecord>> {
    return this.votes.read(access, feedbackId, userId);
  }

  @Put(':userId')
  @Operation({
    id: 'castVote',
    summary: 'Vote',
    description: 'Returns the feedback. A user has at most one vote: voting again changes nothing.',
    problems: [new NotApproved()],
    answer: FeedbackResponse,
  })
  @RequirePermission(permissions.castVote)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<ViewedFeedback> {
    const view = viewOf(access, include);
    const feedback = await this.votes.create(access, feedbackId, userId);
    return (await this.feedback.withMembers(access, feedback, view)).record;
  }

  @Delete(':userId')
  @Operation({
    id: 'withdrawVote',
    summary: 'Remove a vote',
    description: 'Returns the feedback. Removing a vote that does not exist changes nothing.',
    problems: [new NotApproved()],
    answer: FeedbackResponse,
  })
  @RequirePermission(permissions.withdrawVote)
  @ReplayedIfFeedbackIsVisible()
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<ViewedFeedback> {
    const view = viewOf(access, include);
    const feedback = await this.votes.remove(access, feedbackId, userId);
    return (await this.feedback.withMembers(access, feedback, view)).record;
  }
}
