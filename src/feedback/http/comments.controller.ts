import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Res,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope, usersManagedElsewhere } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Preconditions,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import { CommentQueries, type CommentRecord } from '../application/comment.queries.js';
import { CommentService } from '../application/comment.service.js';
import { FeedbackService } from '../application/feedback.service.js';
import { CommentListQuery, EditCommentRequest, WriteCommentRequest } from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';
import { commentParameter, feedbackParameter } from './feedback.problems.js';
import { CommentResponse } from './feedback.responses.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/comments')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Comments', parameters: { feedbackId: feedbackParameter, commentId: commentParameter } })
export class CommentsController {
  constructor(
    private readonly comments: CommentService,
    private readonly feedback: FeedbackService,
    private readonly queries: CommentQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createComment',
    summary: 'Create a comment',
    description:
      'Editors can comment on behalf of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none.',
    problems: [usersManagedElsewhere],
    answer: CommentResponse,
    body: { content: 'On a schedule, please.' },
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async write(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() body: WriteCommentRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CommentRecord | undefined> {
    const comment = await this.comments.write(grant, feedbackId, body.comment());
    this.links.created(response, comment.record.id);
    return versioned(response, comment);
  }

  @Get()
  @Operation({
    id: 'listComments',
    summary: 'List comments',
    description:
      'Returns the oldest comment first. Includes the comments on feedback that is merged into this one.',
    list: CommentResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: CommentListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const group = await this.feedback.group(grant, feedbackId);
    return this.links.list(response, query, (page) => this.queries.list(group, page));
  }

  @Get(':commentId')
  @Operation({ id: 'getComment', summary: 'Get a comment', answer: CommentResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CommentRecord | undefined> {
    return versioned(response, await this.comments.read(grant, feedbackId, commentId));
  }

  @Patch(':commentId')
  @Operation({
    id: 'updateComment',
    summary: 'Update a comment',
    description: 'Contributors can update their own comments, editors all comments.',
    answer: CommentResponse,
    body: { content: 'On a schedule, please: from dusk till dawn.' },
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async edit(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @JsonBody() { content }: EditCommentRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CommentRecord | undefined> {
    return versioned(response, await this.comments.edit(grant, feedbackId, commentId, content, precondition));
  }

  @Delete(':commentId')
  @Operation({
    id: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Contributors can delete their own comments, editors all comments.',
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.comments.remove(grant, feedbackId, commentId, precondition);
  }
}
