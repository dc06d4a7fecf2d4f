import { Controller, Delete, Get, HttpCode, Param, Patch, Post, UseFilters } from '@nestjs/common';
import { RequirePermission, UsersManagedElsewhere } from '../../../identity/index.js';
import {
  Created,
  id,
  Operation,
  Operations,
  PagedList,
  type PathParameter,
  Preconditions,
  ReplayedIf,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import { CommentNotFound, CommentsLocked, TooManyReplies } from '../domain/comment.errors.js';
import type { CommentRecord } from '../domain/comment.record.js';
import type { ViewedComment } from '../application/comment-view.js';
import { NotApproved } from '../../items/domain/feedback.errors.js';
import { CommentService } from '../application/comment.service.js';
import {
  CommentListQuery,
  CommentQuery,
  EditCommentDto,
  WriteCommentDto,
  CommentResponse,
} from './comment.dto.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { canSeeFeedback, type ProjectRequest } from '../../items/http/replayed-if-visible.js';
import { CommentQueries, readerOf } from '../application/comment.queries.js';

/** Like `ReplayedIfFeedbackIsVisible`, for responses that contain a comment on the feedback in the path. */
function ReplayedIfCommentIsVisible(): MethodDecorator {
  type Shown = Pick<CommentRecord, 'id' | 'feedback_id'>;
  return ReplayedIf(async (find, { access, params }: ProjectRequest, { id, feedback_id: place }: Shown) => {
    // A reply is on the feedback of its parent, which may be merged into the one of the path.
    if (!(await canSeeFeedback(find, access, [params['feedbackId'] ?? '', place]))) return false;
    return (await find(CommentQueries).find([place], id, readerOf(access))) !== null;
  });
}

/** `{commentId}`. */
const commentParameter: PathParameter = {
  schema: { ...id('Id of the comment.'), example: CommentResponse.example.id },
  problems: [new CommentNotFound()],
};

@Controller('projects/:projectSlug/feedback/:feedbackId/comments')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Comments', parameters: { feedbackId: feedbackParameter, commentId: commentParameter } })
export class CommentsController {
  constructor(private readonly comments: CommentService) {}

  @Post()
  @Operation({
    id: 'createComment',
    summary: 'Create a comment',
    description:
      'Editors can comment on behalf of another user, given as `user_id` or as `user`, which is found by external id or e-mail address, or registered. Setting `kind`, `metadata` or `created_at` requires the role `editor`. Only editors can comment on feedback whose comments are locked. Comments may have to wait for approval: see the setting `approval`.',
    problems: [new UsersManagedElsewhere(), new CommentsLocked(), new NotApproved(), new TooManyReplies()],
    answer: CommentResponse,
    body: { content: 'On a schedule, please.' },
  })
  @RequirePermission(permissions.createComment)
  @ReplayedIfCommentIsVisible()
  async create(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() body: WriteCommentDto,
    @QueryParams() { include }: CommentQuery,
  ): Promise<Created<ViewedComment>> {
    const comment = await this.comments.create(access, feedbackId, body.comment(access.caller));
    const seen = await this.comments.withMembers(access, comment, include);
    return new Created(seen, comment.record.id);
  }

  @Get()
  @Operation({
    id: 'listComments',
    summary: 'List comments',
    description:
      'Returns the oldest comment first. Includes the comments on feedback that is merged into this one. Only editors see internal comments. Contains approved comments only.',
    list: CommentResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: CommentListQuery,
  ): Promise<PagedList<ViewedComment>> {
    const [filter, { include }] = [query.filter(), query];
    return new PagedList(query, (page) => this.comments.list(access, feedbackId, filter, page, include));
  }

  @Get(':commentId')
  @Operation({ id: 'getComment', summary: 'Get a comment', answer: CommentResponse })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @QueryParams() { include }: CommentQuery,
  ): Promise<Versioned<ViewedComment>> {
    return this.comments.read(access, feedbackId, commentId, include);
  }

  @Patch(':commentId')
  @Operation({
    id: 'updateComment',
    summary: 'Update a comment',
    description:
      'Contributors can update their own comments, unless the comments of the feedback are locked, editors all comments. Changing `kind`, `metadata` and official responses requires the role `editor`. The replies to a comment that becomes internal become internal, too, and those to a comment that is rejected are rejected. `approval` requires the role `editor`.',
    problems: [new CommentsLocked(), new NotApproved()],
    answer: CommentResponse,
    body: { content: 'On a schedule, please: from dusk till dawn.' },
  })
  @RequirePermission(permissions.updateComment)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @JsonBody() body: EditCommentDto,
    @QueryParams() { include }: CommentQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ViewedComment>> {
    const comment = await this.comments.update(access, feedbackId, commentId, body.changes(), precondition);
    return this.comments.withMembers(access, comment, include);
  }

  @Delete(':commentId')
  @Operation({
    id: 'deleteComment',
    summary: 'Delete a comment',
    description:
      'Deletes the comment with its replies. Contributors can delete their own comments, editors all comments.',
  })
  @RequirePermission(permissions.deleteComment)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @Param('commentId') commentId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.comments.remove(access, feedbackId, commentId, precondition);
  }
}
