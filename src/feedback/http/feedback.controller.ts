import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Expected, versioned } from '../../platform/http/conditional.js';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links, type ListAnswer } from '../../platform/http/links.js';
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

@Controller('projects/:projectSlug/feedback')
@InProject()
@UseInterceptors(RedirectMerged)
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly links: Links,
  ) {}

  @Post()
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
  @NeedsScope('read')
  @NeedsRole('viewer')
  async similar(
    @Granted() grant: ProjectGrant,
    @QueryParams() { title }: SimilarFeedbackQuery,
  ): Promise<FeedbackRecord[]> {
    return this.queries.similar(grant.projectId, title);
  }

  @Get(':feedbackId')
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
  @NeedsScope('write')
  @NeedsRole('contributor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @JsonBody() body: UpdateFeedbackRequest,
    @Expected() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord | undefined> {
    return versioned(response, await this.feedback.revise(grant, id, body.changes(), precondition));
  }

  @Delete(':feedbackId')
  @NeedsScope('write')
  @NeedsRole('contributor')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @Expected() precondition: Precondition,
  ): Promise<void> {
    await this.feedback.remove(grant, id, precondition);
  }

  /** Merges the feedback into other: answers with that, which shows and counts the votes and comments of both. */
  @Post(':feedbackId/merge')
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
  @NeedsScope('write')
  @NeedsRole('editor')
  async unmerge(@Granted() grant: ProjectGrant, @Param('feedbackId') id: string): Promise<FeedbackRecord> {
    return (await this.feedback.unmerge(grant, id)).record;
  }
}
