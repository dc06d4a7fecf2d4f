import { Controller, Get, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Operation, Operations, Preconditions, versioned } from '../../platform/http/index.js';
import { JsonBody } from '../../platform/input/index.js';
import type { Precondition } from '../../shared/records.js';
import type { JsonObject } from '../../shared/rules.js';
import type { ProjectGrant } from '../application/project-grant.js';
import { ProjectMetadataService } from '../application/project-metadata.service.js';
import { ReplaceMetadataRequest } from './metadata.requests.js';
import { MetadataResponse } from './metadata.responses.js';
import { Granted, InProject, NeedsRole } from './project.guard.js';

@Controller('projects/:projectSlug/metadata')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectMetadataController {
  constructor(private readonly metadata: ProjectMetadataService) {}

  @Get()
  @Operation({
    id: 'getProjectMetadata',
    summary: 'Get the metadata of a project',
    answer: MetadataResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    return versioned(response, await this.metadata.read(grant));
  }

  @Put()
  @Operation({
    id: 'replaceProjectMetadata',
    summary: 'Replace the metadata of a project',
    description: 'All members of the project can read it.',
    answer: MetadataResponse,
    body: MetadataResponse.example,
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async replace(
    @Granted() grant: ProjectGrant,
    @JsonBody() { value }: ReplaceMetadataRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<JsonObject> {
    return (await this.metadata.replace(grant, value, precondition)).record;
  }
}
