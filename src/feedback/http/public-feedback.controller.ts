import { Controller, Get, Param, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { Operation, Operations, PagedList, Public } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import {
  CurrentPublicProject,
  publicProjectParameter,
  SharedCaching,
  versionedByContent,
} from '../../project/index.js';
import type { Versioned } from '../../shared/records.js';
import { FeedbackQueries } from '../application/feedback.queries.js';
import {
  type PublicCommentRecord,
  type PublicFeedbackProject,
  type PublicFeedbackRecord,
  PublicFeedbackService,
} from '../application/public-feedback.service.js';
import type { TagRecord } from '../domain/feedback.js';
import { PublicCommentListQuery } from './comment.requests.js';
import { PublicCommentResponse } from './comment.responses.js';
import { feedbackParameter } from './feedback.problems.js';
import { PublicFeedbackListQuery, PublicSimilarFeedbackQuery, TagListQuery } from './feedback.requests.js';
import { PublicFeedbackResponse, TagResponse } from './feedback.responses.js';
import { PublicFeedbackGuard } from './public-feedback.guard.js';
import { RedirectMerged } from './redirect-merged.js';

/** The feedback of projects in which everyone can read it, without a token. */
@Controller('public/v1/projects/:projectSlug')
@UseGuards(PublicFeedbackGuard)
@UseInterceptors(SharedCaching)
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Public reading',
  parameters: { ...publicProjectParameter, feedbackId: feedbackParameter },
})
@Public(true)
export class PublicFeedbackController {
  constructor(
    private readonly feedback: PublicFeedbackService,
    private readonly queries: FeedbackQueries,
  ) {}

  @Get('feedback')
  @Operation({
    id: 'listPublicFeedback',
    summary: 'List public feedback',
    description:
      'Returns the newest feedback first, unless `sort` is set, if the setting `public_feedback` is on. Merged feedback is excluded.',
    list: PublicFeedbackResponse,
  })
  async list(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @QueryParams() query: PublicFeedbackListQuery,
  ): Promise<PagedList<PublicFeedbackRecord>> {
    const order = query.order();
    return new PagedList(query, (page) => this.feedback.list(project, query.publicFilter(), order, page));
  }

  @Get('feedback/similar')
  @Operation({
    id: 'findSimilarPublicFeedback',
    summary: 'Find similar public feedback',
    description: 'Suggests existing feedback while a user types a title, like `findSimilarFeedback`.',
    array: PublicFeedbackResponse,
    expensive: true,
  })
  async similar(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @QueryParams() { title }: PublicSimilarFeedbackQuery,
  ): Promise<PublicFeedbackRecord[]> {
    return this.feedback.similar(project, title);
  }

  @Get('feedback/:feedbackId')
  @Operation({ id: 'getPublicFeedback', summary: 'Get public feedback', answer: PublicFeedbackResponse })
  async read(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @Param('feedbackId') id: string,
  ): Promise<Versioned<PublicFeedbackRecord>> {
    return versionedByContent(await this.feedback.read(project, id));
  }

  @Get('feedback/:feedbackId/comments')
  @Operation({
    id: 'listPublicComments',
    summary: 'List public comments',
    description:
      'Returns the oldest comment first. Includes the comments on feedback that is merged into this one.',
    list: PublicCommentResponse,
  })
  async comments(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @Param('feedbackId') id: string,
    @QueryParams() query: PublicCommentListQuery,
  ): Promise<PagedList<PublicCommentRecord>> {
    return new PagedList(query, (page) => this.feedback.comments(project, id, page));
  }

  @Get('tags')
  @Operation({
    id: 'listPublicTags',
    summary: 'List public tags',
    description: 'Returns the tags sorted by name.',
    list: TagResponse,
  })
  async tags(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @QueryParams() query: TagListQuery,
  ): Promise<PagedList<TagRecord>> {
    return new PagedList(query, (page) => this.queries.tags(project.id, page));
  }
}
