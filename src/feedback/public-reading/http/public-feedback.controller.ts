import { Controller, Get, Param, UseFilters, UseGuards, UseInterceptors, Injectable } from '@nestjs/common';
import { Operation, Operations, PagedList, Public, arrayOf } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import {
  type BoardRecord,
  BoardResponse,
  CurrentPublicProject,
  type CustomFieldRecord,
  CustomFieldResponse,
  publicProjectParameter,
  SharedCaching,
  sortsByField,
  StatusQueries,
  type StatusRecord,
  StatusResponse,
  TagListQuery,
  TagQueries,
  TagResponse,
  versionedByContent,
  ProjectAuthorizer,
  PublicGuard,
  type PublicProjectRecord,
} from '../../../project/index.js';
import type { TagRecord, Versioned } from '../../../shared/records.js';
import {
  type PublicCommentRecord,
  type PublicFeedbackProject,
  type PublicFeedbackRecord,
  PublicFeedbackService,
  type PublicRoadmapColumnRecord,
} from '../application/public-feedback.service.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import {
  PublicCommentListQuery,
  PublicCommentResponse,
  PublicFeedbackResponse,
  PublicRoadmapColumnResponse,
  PublicFeedbackListQuery,
  PublicFeedbackQuery,
  PublicRoadmapQuery,
  PublicSimilarFeedbackQuery,
} from './public-feedback.dto.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';

/** Requires the feedback of the project in the path to be public. */
@Injectable()
class PublicFeedbackGuard extends PublicGuard {
  constructor(private readonly authorizer: ProjectAuthorizer) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProjectRecord> {
    return this.authorizer.openPublicFeedback(slugOrId);
  }
}

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
    private readonly statusQueries: StatusQueries,
    private readonly tagQueries: TagQueries,
  ) {}

  @Get('feedback')
  @Operation({
    id: 'listPublicFeedback',
    summary: 'List public feedback',
    description:
      'Returns the newest feedback first, unless `sort` is set, if the setting `public_feedback` is on. Merged feedback is excluded.',
    list: PublicFeedbackResponse,
    expensive: sortsByField,
  })
  async list(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @QueryParams() query: PublicFeedbackListQuery,
  ): Promise<PagedList<PublicFeedbackRecord>> {
    const [filter, order, { include }] = [query.publicFilter(), query.order(), query];
    return new PagedList(query, (page) => this.feedback.list(project, filter, order, page, include));
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
    @QueryParams() { title, include }: PublicSimilarFeedbackQuery,
  ): Promise<Versioned<PublicFeedbackRecord[]>> {
    return arrayOf(await this.feedback.similar(project, title, include));
  }

  @Get('feedback/:feedbackId')
  @Operation({ id: 'getPublicFeedback', summary: 'Get public feedback', answer: PublicFeedbackResponse })
  async read(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @Param('feedbackId') id: string,
    @QueryParams() { include }: PublicFeedbackQuery,
  ): Promise<Versioned<PublicFeedbackRecord>> {
    return versionedByContent(await this.feedback.read(project, id, include));
  }

  @Get('feedback/:feedbackId/comments')
  @Operation({
    id: 'listPublicComments',
    summary: 'List public comments',
    description:
      'Returns the oldest comment first. Includes the comments on feedback that is merged into this one, but no internal comments.',
    list: PublicCommentResponse,
  })
  async comments(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @Param('feedbackId') id: string,
    @QueryParams() query: PublicCommentListQuery,
  ): Promise<PagedList<PublicCommentRecord>> {
    const [filter, { include }] = [query.filter(), query];
    return new PagedList(query, (page) => this.feedback.comments(project, id, filter, page, include));
  }

  @Get('roadmap')
  @Operation({
    id: 'getPublicRoadmap',
    summary: 'Get the public roadmap',
    description: 'Returns the statuses on the roadmap with their first feedback, like `getRoadmap`.',
    array: PublicRoadmapColumnResponse,
    expensive: true,
  })
  async roadmap(
    @CurrentPublicProject() project: PublicFeedbackProject,
    @QueryParams() query: PublicRoadmapQuery,
  ): Promise<Versioned<PublicRoadmapColumnRecord[]>> {
    return this.feedback.roadmap(project, query.options(), query.include);
  }

  @Get('statuses')
  @Operation({
    id: 'listPublicStatuses',
    summary: 'List public statuses',
    description: 'Returns all statuses in their order.',
    array: StatusResponse,
  })
  async statuses(@CurrentPublicProject() project: PublicFeedbackProject): Promise<StatusRecord[]> {
    return this.statusQueries.list(project.id);
  }

  @Get('boards')
  @Operation({
    id: 'listPublicBoards',
    summary: 'List public boards',
    description: 'Returns the boards with the visibility `public`, in their order.',
    array: BoardResponse,
  })
  async boards(@CurrentPublicProject() project: PublicFeedbackProject): Promise<BoardRecord[]> {
    return this.feedback.boards(project);
  }

  @Get('fields')
  @Operation({
    id: 'listPublicFields',
    summary: 'List public fields',
    description: 'Returns the fields that everyone can see, in their order.',
    array: CustomFieldResponse,
  })
  async fields(@CurrentPublicProject() project: PublicFeedbackProject): Promise<CustomFieldRecord[]> {
    return this.feedback.fields(project);
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
    return new PagedList(query, (page) => this.tagQueries.list(project.id, page));
  }
}
