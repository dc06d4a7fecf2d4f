import { Controller, Get, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { ProjectMetadataService } from '../application/project-metadata.service.js';
import { ReplaceMetadataDto, MetadataResponse } from './metadata.dto.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';

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
  @RequirePermission(permissions.read)
  async read(@CurrentAccess() access: ProjectAccess): Promise<Versioned<JsonObject>> {
    return this.metadata.read(access);
  }

  @Put()
  @Operation({
    id: 'replaceProjectMetadata',
    summary: 'Replace the metadata of a project',
    description: 'All members of the project can read it.',
    answer: MetadataResponse,
    body: MetadataResponse.example,
  })
  @RequirePermission(permissions.replaceProjectMetadata)
  async replace(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() { value }: ReplaceMetadataDto,
    @Preconditions() precondition: Precondition,
  ): Promise<JsonObject> {
    return (await this.metadata.replace(access, value, precondition)).record;
  }
}
