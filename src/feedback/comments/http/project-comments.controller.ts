import { Controller, Get } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { CommentService } from '../application/comment.service.js';
import { permissions } from '../application/permissions.js';
import type { ViewedComment } from '../application/comment-view.js';
import { ProjectCommentListQuery, CommentResponse } from './comment.dto.js';

@Controller('projects/:projectSlug/comments')
@InProject()
@Operations({ tag: 'Comments' })
export class ProjectCommentsController {
  constructor(private readonly comments: CommentService) {}

  @Get()
  @Operation({
    id: 'listProjectComments',
    summary: 'List the comments of a project',
    description:
      'Returns the newest comment first, with the comments on merged feedback. Contains approved comments, unless `approval` is set. Only editors see internal comments.',
    list: CommentResponse,
  })
  @RequirePermission(permissions.read)
  list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: ProjectCommentListQuery,
  ): PagedList<ViewedComment> {
    const filter = query.projectFilter(access.caller);
    return new PagedList(query, (page) => this.comments.listOfProject(access, filter, page, query.include));
  }
}
