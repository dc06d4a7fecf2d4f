import { Controller, Get, Param, Put, UseFilters } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import {
  CurrentAccess,
  InProject,
  MetadataResponse,
  type ProjectAccess,
  ReplaceMetadataDto,
} from '../../../project/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { permissions } from '../../items/application/permissions.js';
import { FeedbackMetadataService } from '../application/feedback-metadata.service.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { RedirectMerged } from '../../items/http/redirect-merged.js';

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
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
  ): Promise<Versioned<JsonObject>> {
    return this.metadata.read(access, feedbackId);
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
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @JsonBody() { value }: ReplaceMetadataDto,
    @Preconditions() precondition: Precondition,
  ): Promise<JsonObject> {
    return (await this.metadata.replace(access, feedbackId, value, precondition)).record;
  }
}
