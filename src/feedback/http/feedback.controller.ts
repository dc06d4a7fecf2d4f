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
import { BulkService } from '../application/bulk.service.js';
import {
  FeedbackQueries,
  type FeedbackRecord,
  type FeedbackStatsRecord,
} from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import {
  BulkUpdateFeedbackRequest,
  FeedbackListQuery,
  MergeFeedbackRequest,
  SimilarFeedbackQuery,
  SubmitFeedbackRequest,
  UpdateFeedbackRequest,
} from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';
import { feedbackMerged, feedbackNotMerged, feedbackParameter, mergeRefused } from './feedback.problems.js';
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
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createFeedback',
    summary: 'Submit feedback',
    description:
      'Editors can also set `status`, `tags` and `created_at`, and submit on behalf of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none.',
    problems: [usersManagedElsewhere],
    answer: FeedbackResponse,
    body: { title: 'Dark mode', description: 'My eyes hurt at night.', tags: ['Mobile'] },
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async submit(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: SubmitFeedbackRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord | undefined> {
    const feedback = await this.feedback.submit(grant, body.submission());
    this.links.created(response, feedback.record.id);
    return versioned(response, feedback);
  }

  @Post('bulk')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'bulkUpdateFeedback',
    summary: 'Update several feedback records',
    description:
      'Sets the status, or adds or removes tags, of at most 100 records: of all or, if there is an error, of none. Records the same events as single updates, and returns the records in the order of `ids`.',
    array: FeedbackResponse,
    body: { ids: [FeedbackResponse.example.id], set: { status: 'planned', tags_add: ['Mobile'] } },
    problems: [feedbackMerged],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(200)
  async bulk(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: BulkUpdateFeedbackRequest,
  ): Promise<FeedbackRecord[]> {
    return this.bulkService.revise(grant, body.ids, body.changes());
  }

  @Get()
  @Operation({
    id: 'listFeedback',
    summary: 'List feedback',
    description: 'Returns the newest feedback first, unless `sort` is set. Merged feedback is excluded.',
    list: FeedbackResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: FeedbackListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const order = query.order();
    return this.links.list(response, query, (page) =>
      this.queries.list(grant.projectId, query.filter(grant), order, page),
    );
  }

  @Get('similar')
  @Operation({
    id: 'findSimilarFeedback',
    summary: 'Find similar feedback',
    description:
      'Suggests existing feedback while a user types a title. Returns at most 20 records whose titles share words with it, the most similar first. The last word may be incomplete, and the search tolerates typos.',
    array: FeedbackResponse,
    expensive: true,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async similar(
    @Granted() grant: ProjectGrant,
    @QueryParams() { title }: SimilarFeedbackQuery,
  ): Promise<FeedbackRecord[]> {
    return this.queries.similar(grant.projectId, title);
  }

  @Get('stats')
  @Operation({
    id: 'getFeedbackStats',
    summary: 'Count feedback',
    description: 'Counts the feedback of the project by status and by tag. Merged feedback is excluded.',
    answer: FeedbackStatsResponse,
    expensive: true,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async stats(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackStatsRecord | undefined> {
    return versioned(response, await this.queries.stats(grant.projectId));
  }

  @Get(':feedbackId')
  @Operation({ id: 'getFeedback', summary: 'Get feedback', answer: FeedbackResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord | undefined> {
    return versioned(response, await this.feedback.read(grant, id));
  }

  @Patch(':feedbackId')
  @Operation({
    id: 'updateFeedback',
    summary: 'Update feedback',
    description:
      'Omitted fields stay unchanged. Contributors can update their own feedback, editors all feedback. Changing `status` or `tags` requires the role `editor`.',
    answer: FeedbackResponse,
    body: { title: 'Dark mode for the app', status: 'planned', tags: ['Mobile'] },
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @JsonBody() body: UpdateFeedbackRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord | undefined> {
    return versioned(response, await this.feedback.revise(grant, id, body.changes(), precondition));
  }

  @Delete(':feedbackId')
  @Operation({
    id: 'deleteFeedback',
    summary: 'Delete feedback',
    description:
      'Deletes the feedback with its votes and comments. Contributors can delete their own feedback, editors all feedback.',
  })
  @NeedsScope('write')
  @NeedsRole('contributor')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.feedback.remove(grant, id, precondition);
  }

  @Post(':feedbackId/merge')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'mergeFeedback',
    summary: 'Merge feedback',
    description:
      'Merges the feedback into another one, and returns that target. The target then includes the votes (one per user) and comments of both. A merge moves no data and can be undone.',
    answer: FeedbackResponse,
    body: { into: '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33' },
    problems: [mergeRefused],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(200)
  async merge(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @JsonBody() { into }: MergeFeedbackRequest,
  ): Promise<FeedbackRecord> {
    return (await this.feedback.merge(grant, id, into)).record;
  }

  @Delete(':feedbackId/merge')
  @Operation({
    id: 'unmergeFeedback',
    summary: 'Undo a merge',
    description: 'Returns the feedback, which is listed separately again with its votes and comments.',
    answer: FeedbackResponse,
    problems: [feedbackNotMerged],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async unmerge(@Granted() grant: ProjectGrant, @Param('feedbackId') id: string): Promise<FeedbackRecord> {
    return (await this.feedback.unmerge(grant, id)).record;
  }
}
