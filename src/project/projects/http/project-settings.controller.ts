import { Controller, Get, Patch } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { ProjectSettingsService } from '../application/project-settings.service.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';
import { UpdateProjectSettingsDto, ProjectSettingsResponse } from './project.dto.js';

@Controller('projects/:projectSlug/settings')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectSettingsController {
  constructor(private readonly settings: ProjectSettingsService) {}

  @Get()
  @Operation({ id: 'getProjectSettings', summary: 'Get the settings', answer: ProjectSettingsResponse })
  @RequirePermission(permissions.readProjectSettings)
  async read(@CurrentAccess() access: ProjectAccess): Promise<Versioned<ProjectSettingsRecord>> {
    return this.settings.read(access);
  }

  @Patch()
  @Operation({
    id: 'updateProjectSettings',
    summary: 'Update the settings',
    description: 'Omitted fields stay unchanged.',
    answer: ProjectSettingsResponse,
    body: { signed_in: 'contributor', public_changelog: true },
  })
  @RequirePermission(permissions.updateProjectSettings)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: UpdateProjectSettingsDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ProjectSettingsRecord>> {
    return this.settings.update(access, body.changes(), precondition);
  }
}
