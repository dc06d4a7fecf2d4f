import { Controller, Delete, Get, HttpCode, Param, Patch, Post, UseFilters } from '@nestjs/common';
import { RequirePermission, UsersManagedElsewhere } from '../../identity/index.js';
import { Created, Operation, Operations, PagedList, Preconditions } from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, type ProjectGrant } from '../../project/index.js';
import type { Precondition, Versioned } from '../../shared/records.js';
import { permissions } from '../application/permissions.js';
import { CommentQueries } from '../application/comment.queries.js';
import type { CommentRecord } from '../domain/comment.record.js';
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
  ) {}

  @Post()
  @Operation({
    id: 'createComment',
    summary: 'Create a comment',
    description:
      'Editors can comment on behalf of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none.',
    problems: [new UsersManagedElsewhere()],
    answer: CommentResponse,
    body: { content: 'On a schedule, please.' },
  })
  @RequirePermission(permissions.createComment)
  async write(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() body: WriteCommentRequest,
  ): Promise<Created<CommentRecord>> {
    const comment = await this.comments.write(grant, feedbackId, body.comment(grant.caller));
    return new Created(comment, comment.record.id);
  }

  @Get()
  @Operation({
    id: 'listComments',
    summary: 'List comments',
    description:
      'Returns the oldest comment first. Includes the comments on feedback that is merged into this one.',
    list: CommentResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: CommentListQuery,
  ): Promise<PagedList<CommentRecord>> {
    const group = await this.feedback.group(grant, feedbackId);
    return new PagedList(query, (page) => this.queries.list(group, page));
  }

  @Get(':commentId')
  @Operation({ id: 'getComment', summary: 'Get a comment', answer: CommentResponse })
  @RequirePermission(permissions.read)
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
  ): Promise<Versioned<CommentRecord>> {
    return this.comments.read(grant, feedbackId, commentId);
  }

  @Patch(':commentId')
  @Operation({
    id: 'updateComment',
    summary: 'Update a comment',
    description: 'Contributors can update their own comments, editors all comments.',
    answer: CommentResponse,
    body: { content: 'On a schedule, please: from dusk till dawn.' },
  })
  @RequirePermission(permissions.updateComment)
  async edit(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @JsonBody() { content }: EditCommentRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<CommentRecord>> {
    return this.comments.edit(grant, feedbackId, commentId, content, precondition);
  }

  @Delete(':commentId')
  @Operation({
    id: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Contributors can delete their own comments, editors all comments.',
  })
  @RequirePermission(permissions.deleteComment)
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
