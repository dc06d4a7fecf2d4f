import { Controller, Get, Param, Put, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Operation, Operations, Preconditions, versioned } from '../../platform/http/index.js';
import { JsonBody } from '../../platform/input/index.js';
import {
  Granted,
  InProject,
  MetadataResponse,
  NeedsRole,
  type ProjectGrant,
  ReplaceMetadataRequest,
} from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import type { JsonObject } from '../../shared/rules.js';
import { FeedbackMetadataService } from '../application/feedback-metadata.service.js';
import { feedbackParameter } from './feedback.problems.js';
import { RedirectMerged } from './redirect-merged.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/metadata')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class FeedbackMetadataController {
  constructor(private readonly metadata: FeedbackMetadataService) {}

  @Get()
  @Operation({ id: 'getFeedbackMetadata', summary: 'Get the metadata of feedback', answer: MetadataResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    return versioned(response, await this.metadata.read(grant, feedbackId));
  }

  @Put()
  @Operation({
    id: 'replaceFeedbackMetadata',
    summary: 'Replace the metadata of feedback',
    description: 'All members of the project can read it.',
    answer: MetadataResponse,
    body: MetadataResponse.example,
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async replace(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() { value }: ReplaceMetadataRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<JsonObject> {
    return (await this.metadata.replace(grant, feedbackId, value, precondition)).record;
  }
}
