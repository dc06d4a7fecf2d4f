import { Controller, Delete, Get, HttpCode, Param, Patch, Post, UseFilters, Res } from '@nestjs/common';
import { RequirePermission, UsersManagedElsewhere } from '../../../identity/index.js';
import {
  Created,
  Operation,
  Operations,
  PagedList,
  Preconditions,
  arrayOf,
  firstOf,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess, sortsByField } from '../../../project/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import type { Response } from 'express';
import { permissions } from '../application/permissions.js';
import { BulkService } from '../application/bulk.service.js';
import { FeedbackQueries, type FeedbackStatsRecord } from '../application/feedback.queries.js';
import { requireRevenue, revenueRefused, type ViewedFeedback, viewOf } from '../application/feedback-view.js';
import { FeedbackService } from '../application/feedback.service.js';
import { FeedbackMerged, IsMergeTarget, NotApproved } from '../domain/feedback.errors.js';
import { BulkUpdateFeedbackDto, SubmitFeedbackDto, UpdateFeedbackDto } from './feedback.dto.js';
import { FeedbackListQuery, FeedbackQuery, SimilarFeedbackQuery } from './feedback-list.dto.js';
import { RedirectMerged } from './redirect-merged.js';
import { ReplayedIfFeedbackIsVisible } from './replayed-if-visible.js';
import { feedbackParameter } from './feedback.problems.js';
import { FeedbackResponse, FeedbackStatsResponse } from './feedback.responses.js';

@Controller('projects/:projectSlug/feedback')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly bulkService: BulkService,
    private readonly queries: FeedbackQueries,
  ) {}

  @Post()
  @Operation({
    id: 'createFeedback',
    summary: 'Submit feedback',
    description:
      'Contributors can set a `board` that takes their submissions. Editors can also set any `board`, `status`, `tags` and `created_at`, and submit on behalf of another user, given as `user_id` or as `user`, which is found by external id or e-mail address, or registered. Feedback may have to wait for approval: see the setting `approval`.',
    problems: [new UsersManagedElsewhere()],
    answer: FeedbackResponse,
    body: { title: 'Dark mode', description: 'My eyes hurt at night.' },
  })
  @RequirePermission(permissions.createFeedback)
  @ReplayedIfFeedbackIsVisible()
  async create(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: SubmitFeedbackDto,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<Created<ViewedFeedback>> {
    const view = viewOf(access, include);
    const feedback = await this.feedback.create(access, body.submission(access.caller));
    return new Created(await this.feedback.withMembers(access, feedback, view), feedback.record.id);
  }

  @Post('bulk')
  @Operation({
    id: 'bulkUpdateFeedback',
    summary: 'Update several feedback records',
    description:
      'Sets the status, the board, values of fields or the approval, or adds or removes tags, of at most 500 records: of all or, if there is an error, of none. Records the same events as single updates. Returns the records in the order of `ids`, and only the first ones if they have more than 4 MiB.',
    array: FeedbackResponse,
    headers: ['X-Total-Count'],
    body: { ids: [FeedbackResponse.example.id], set: { status: 'planned', tags_add: ['Mobile'] } },
    problems: [new FeedbackMerged('01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33'), new IsMergeTarget()],
  })
  @RequirePermission(permissions.bulkUpdateFeedback)
  @ReplayedIfFeedbackIsVisible()
  @HttpCode(200)
  async bulk(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: BulkUpdateFeedbackDto,
    @QueryParams() { include }: FeedbackQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ViewedFeedback[]> {
    const view = viewOf(access, include);
    try {
      const records = await this.bulkService.update(access, body.ids, body.changes());
      response.set('X-Total-Count', String(records.length));
      if (!view) return firstOf(records);
      const ids = records.map(({ id }) => id);
      return (await this.queries.findFirst(access.reader, ids, view)).records;
    } catch (error) {
      throw BulkUpdateFeedbackDto.locate(error);
    }
  }

  @Get()
  @Operation({
    id: 'listFeedback',
    summary: 'List feedback',
    description:
      'Returns the newest feedback first, unless `sort` is set. Merged feedback is excluded, and so is what has not been approved, unless `approval` is set.',
    list: FeedbackResponse,
    expensive: sortsByField,
    problems: [revenueRefused],
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: FeedbackListQuery,
  ): Promise<PagedList<ViewedFeedback>> {
    const order = query.order();
    const view = viewOf(access, query.include);
    if (query.revealsRevenue) requireRevenue(access);
    return new PagedList(query, (page) =>
      this.queries.list(access.reader, query.filter(access.caller), order, page, view),
    );
  }

  @Get('similar')
  @Operation({
    id: 'findSimilarFeedback',
    summary: 'Find similar feedback',
    description:
      'Suggests existing feedback while a user types a title. Returns at most 20 records whose titles share words with it, the most similar first, and fewer if they have more than 4 MiB. The last word may be incomplete, and the search tolerates typos.',
    array: FeedbackResponse,
    problems: [revenueRefused],
    expensive: true,
  })
  @RequirePermission(permissions.read)
  async similar(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() { title, include }: SimilarFeedbackQuery,
  ): Promise<Versioned<ViewedFeedback[]>> {
    return arrayOf(await this.queries.similar(access.reader, title, viewOf(access, include)));
  }

  @Get('stats')
  @Operation({
    id: 'getFeedbackStats',
    summary: 'Count feedback',
    description:
      'Counts the feedback that the caller can see by status and by tag. Merged feedback is excluded.',
    answer: FeedbackStatsResponse,
    expensive: true,
  })
  @RequirePermission(permissions.read)
  async stats(@CurrentAccess() access: ProjectAccess): Promise<Versioned<FeedbackStatsRecord>> {
    return this.queries.stats(access.reader);
  }

  @Get(':feedbackId')
  @Operation({
    id: 'getFeedback',
    summary: 'Get feedback',
    answer: FeedbackResponse,
    problems: [revenueRefused],
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<Versioned<ViewedFeedback>> {
    return this.feedback.read(access, id, viewOf(access, include));
  }

  @Patch(':feedbackId')
  @Operation({
    id: 'updateFeedback',
    summary: 'Update feedback',
    description:
      'Omitted fields stay unchanged. Contributors can update their own feedback, editors all feedback. Changing `status`, `board`, `tags`, `approval`, `assignee_id`, `estimated_date`, `pinned`, `comments_locked` or `metadata` requires the role `editor`.',
    problems: [new IsMergeTarget(), new NotApproved()],
    answer: FeedbackResponse,
    body: { title: 'Dark mode for the app', status: 'planned' },
  })
  @RequirePermission(permissions.updateFeedback)
  @ReplayedIfFeedbackIsVisible()
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @JsonBody() body: UpdateFeedbackDto,
    @QueryParams() { include }: FeedbackQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ViewedFeedback>> {
    const view = viewOf(access, include);
    const updated = await this.feedback.update(access, id, body.changes(access.caller), precondition);
    return this.feedback.withMembers(access, updated, view);
  }

  @Delete(':feedbackId')
  @Operation({
    id: 'deleteFeedback',
    summary: 'Delete feedback',
    description:
      'Deletes the feedback with its votes and comments. Contributors can delete their own feedback, editors all feedback.',
  })
  @RequirePermission(permissions.deleteFeedback)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.feedback.remove(access, id, precondition);
  }
}
