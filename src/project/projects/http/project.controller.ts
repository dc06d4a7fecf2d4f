import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { CallsExternalService, Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { ProjectService } from '../application/project.service.js';
import type { ProjectRecord } from '../domain/project.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import { ChangesUnfinished } from '../../domain/changes-unfinished.js';
import {
  CustomDomainMissing,
  CustomDomainTaken,
  CustomDomainUnverified,
  SlugTaken,
} from '../domain/project.errors.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';
import {
  UpdateProjectConfigDto,
  UpdateProjectDto,
  ProjectConfigResponse,
  ProjectResponse,
} from './project.dto.js';

@Controller('projects/:projectSlug')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
  @Operation({ id: 'getProject', summary: 'Get a project', answer: ProjectResponse })
  @RequirePermission(permissions.read)
  async read(@CurrentAccess() access: ProjectAccess): Promise<Versioned<ProjectRecord>> {
    return this.projects.read(access);
  }

  @Patch()
  @Operation({
    id: 'updateProject',
    summary: 'Update a project',
    description: 'Omitted fields stay unchanged.',
    answer: ProjectResponse,
    body: { name: 'Acme Corp.', icon: '🚀' },
    problems: [new SlugTaken()],
  })
  @RequirePermission(permissions.updateProject)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: UpdateProjectDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ProjectRecord>> {
    return this.projects.update(access, body.changes(), precondition);
  }

  @Delete()
  @Operation({
    id: 'deleteProject',
    summary: 'Delete a project',
    description:
      'Deletes the project with everything in it. If that takes longer than 20 seconds, the response is 503 `changes_unfinished`: repeat the request to continue. What has been deleted cannot be restored.',
    problems: [new ChangesUnfinished()],
  })
  @RequirePermission(permissions.deleteProject)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.projects.remove(access, precondition);
  }

  /** Secrets are visible only to owners with the scope `admin`. */
  @Get('config')
  @Operation({ id: 'getProjectConfig', summary: 'Get the configuration', answer: ProjectConfigResponse })
  @RequirePermission(permissions.read)
  async readConfig(@CurrentAccess() access: ProjectAccess): Promise<Versioned<ProjectConfigRecord>> {
    return this.projects.readConfig(access);
  }

  @Patch('config')
  @Operation({
    id: 'updateProjectConfig',
    summary: 'Update the configuration',
    description: 'Omitted fields stay unchanged. A changed `custom_domain` must be verified again.',
    answer: ProjectConfigResponse,
    body: { changelog_social_handle: '@acme', custom_domain: 'feedback.example.com' },
  })
  @RequirePermission(permissions.updateProjectConfig)
  async updateConfig(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: UpdateProjectConfigDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ProjectConfigRecord>> {
    return this.projects.configure(access, body.changes(), precondition);
  }

  @Post('config/custom-domain/verify')
  @Operation({
    id: 'verifyCustomDomain',
    summary: 'Verify the custom domain',
    description:
      'Checks a DNS TXT record. If it is not found, the problem `custom_domain_unverified` contains the name and the value of the required record.',
    answer: ProjectConfigResponse,
    problems: [
      new CustomDomainMissing(),
      new CustomDomainUnverified(
        '_feedback-changelog.feedback.example.com',
        'feedback-changelog=01a1f99e-4f7b-7c23-9428-406938e29263',
      ),
      new CustomDomainTaken(),
    ],
  })
  @RequirePermission(permissions.verifyCustomDomain)
  @HttpCode(200)
  @CallsExternalService(true)
  async verifyCustomDomain(@CurrentAccess() access: ProjectAccess): Promise<ProjectConfigRecord> {
    return (await this.projects.verifyCustomDomain(access)).record;
  }
}
