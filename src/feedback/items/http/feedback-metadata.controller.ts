import { Controller, Get, Param, Put, UseFilters } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import {
  Granted,
  InProject,
  MetadataResponse,
  type ProjectGrant,
  ReplaceMetadataRequest,
} from '../../../project/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { permissions } from '../application/permissions.js';
import { FeedbackMetadataService } from '../application/feedback-metadata.service.js';
import { feedbackParameter } from './feedback.problems.js';
import { RedirectMerged } from '../../merging/http/redirect-merged.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/metadata')
@InProject()
@UseFilters(RedirectMerged)
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class FeedbackMetadataController {
  constructor(private readonly metadata: FeedbackMetadataService) {}

  @Get()
  @Operation({ id: 'getFeedbackMetadata', summary: 'Get the metadata of feedback', answer: MetadataResponse })
  @RequirePermission(permissions.read)
  async read(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
  ): Promise<Versioned<JsonObject>> {
    return this.metadata.read(grant, feedbackId);
  }

  @Put()
  @Operation({
    id: 'replaceFeedbackMetadata',
    summary: 'Replace the metadata of feedback',
    description: 'All members of the project can read it.',
    answer: MetadataResponse,
    body: MetadataResponse.example,
  })
  @RequirePermission(permissions.replaceFeedbackMetadata)
  async replace(
    @Granted() grant: ProjectGrant,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() { value }: ReplaceMetadataRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<JsonObject> {
    return (await this.metadata.replace(grant, feedbackId, value, precondition)).record;
  }
}
