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
import { NeedsScope } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  JsonBody,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Preconditions,
  QueryParams,
  versioned,
} from '../../platform/http/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import { FeedbackQueries, type FeedbackRecord } from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import {
  FeedbackListQuery,
  MergeFeedbackRequest,
  SimilarFeedbackQuery,
  SubmitFeedbackRequest,
  UpdateFeedbackRequest,
} from './feedback.requests.js';
import { RedirectMerged } from './redirect-merged.js';
import { feedbackNotMerged, feedbackParameter, mergeRefused } from './feedback.problems.js';
import { FeedbackResponse } from './feedback.responses.js';

@Controller('projects/:projectSlug/feedback')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createFeedback',
    summary: 'Submit feedback',
    description:
      'Editors may also set `status`, `tags` and `created_at`, and submit for another user: by `user_id`, or by `user`, who is found by e-mail address or registered.',
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

  /** Newest first, unless `sort` says otherwise. What is merged into other feedback is left out. */
  @Get()
  @Operation({
    id: 'listFeedback',
    summary: 'List feedback',
    description:
      'Newest first, unless `sort` says otherwise. What is merged into other feedback is left out.',
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
      this.queries.list(grant.projectId, query.filter(), order, page),
    );
  }

  /** Feedback whose title is like one that is being typed, the most similar first; 20 at most. */
  @Get('similar')
  @Operation({
    id: 'findSimilarFeedback',
    summary: 'Find similar feedback',
    description:
      'For a title that is being typed: at most 20 records whose titles share words with it, the most similar first. The last word may be unfinished, and slips are forgiven.',
    array: FeedbackResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async similar(
    @Granted() grant: ProjectGrant,
    @QueryParams() { title }: SimilarFeedbackQuery,
  ): Promise<FeedbackRecord[]> {
    return this.queries.similar(grant.projectId, title);
  }

  @Get(':feedbackId')
  @Operation({ id: 'getFeedback', summary: 'Read feedback', answer: FeedbackResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord | undefined> {
    return versioned(response, await this.feedback.read(grant, id));
  }

  /** Changes the fields that are sent; status and tags take an editor. */
  @Patch(':feedbackId')
  @Operation({
    id: 'updateFeedback',
    summary: 'Change feedback',
    description:
      'Fields that are left out stay as they are. Contributors change their own, editors all; to change `status` and `tags` takes an editor.',
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
    description: 'With its votes and comments. Contributors delete their own, editors all.',
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

  /** Merges the feedback into other: answers with that, which shows and counts the votes and comments of both. */
  @Post(':feedbackId/merge')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'mergeFeedback',
    summary: 'Merge feedback into other',
    description:
      'Answers with the target, which from now on counts and shows the votes (each user once) and comments of both. Nothing is moved, so it can be undone.',
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

  /** Undoes a merge: answers with the feedback that is on its own again. */
  @Delete(':feedbackId/merge')
  @Operation({
    id: 'unmergeFeedback',
    summary: 'Undo a merge',
    description:
      'Answers with the feedback that is on its own again, with all that it had and what came in between.',
    answer: FeedbackResponse,
    problems: [feedbackNotMerged],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async unmerge(@Granted() grant: ProjectGrant, @Param('feedbackId') id: string): Promise<FeedbackRecord> {
    return (await this.feedback.unmerge(grant, id)).record;
  }
}
