import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links } from '../../platform/http/links.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { FeedbackQueries, type FeedbackRecord } from '../application/feedback.queries.js';
import { FeedbackService } from '../application/feedback.service.js';
import { FeedbackListQuery, SubmitFeedbackRequest, UpdateFeedbackRequest } from './feedback.requests.js';

@Controller('projects/:projectSlug/feedback')
@InProject()
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
  ): Promise<FeedbackRecord> {
    const feedback = await this.feedback.submit(grant, body.submission());
    this.links.created(response, feedback.id);
    return feedback;
  }

  /** Newest first. */
  @Get()
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: FeedbackListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedbackRecord[]> {
    const page = await this.queries.list(grant.projectId, query.filter(), query.page());
    return this.links.page(response, query, page);
  }

  @Get(':feedbackId')
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(@Granted() grant: ProjectGrant, @Param('feedbackId') id: string): Promise<FeedbackRecord> {
    return this.feedback.read(grant.projectId, id);
  }

  /** Changes the fields that are sent; status and tags take an editor. */
  @Patch(':feedbackId')
  @NeedsScope('write')
  @NeedsRole('contributor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') id: string,
    @JsonBody() body: UpdateFeedbackRequest,
  ): Promise<FeedbackRecord> {
    return this.feedback.revise(grant, id, body.changes());
  }

  @Delete(':feedbackId')
  @NeedsScope('write')
  @NeedsRole('contributor')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Param('feedbackId') id: string): Promise<void> {
    await this.feedback.remove(grant, id);
  }
}
