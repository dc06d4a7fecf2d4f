import { Controller, Delete, Get, HttpCode, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  CallsExternalService,
  IdempotencyInterceptor,
  Operation,
  Operations,
  Preconditions,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody } from '../../platform/input/index.js';
import type { Precondition } from '../../shared/records.js';
import type { ProjectGrant } from '../application/project-grant.js';
import type { ProjectConfigRecord, ProjectRecord } from '../application/project.queries.js';
import { ProjectService } from '../application/project.service.js';
import { Granted, InProject, NeedsRole } from './project.guard.js';
import { UpdateProjectConfigRequest, UpdateProjectRequest } from './project.requests.js';
import { ProjectConfigResponse, ProjectResponse } from './project.responses.js';
import { domainMissing, domainTaken, domainUnverified, slugTaken } from './project.problems.js';

@Controller('projects/:projectSlug')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
  @Operation({ id: 'getProject', summary: 'Get a project', answer: ProjectResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectRecord | undefined> {
    return versioned(response, await this.projects.read(grant));
  }

  @Patch()
  @Operation({
    id: 'updateProject',
    summary: 'Update a project',
    description: 'Omitted fields stay unchanged.',
    answer: ProjectResponse,
    body: { name: 'Acme Corp.', icon: '🚀' },
    problems: [slugTaken],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async update(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectRecord | undefined> {
    return versioned(response, await this.projects.revise(grant, body.changes(), precondition));
  }

  @Delete()
  @Operation({
    id: 'deleteProject',
    summary: 'Delete a project',
    description:
      'Deletes the project with its configuration, members, feedback, changelog, events and webhooks.',
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Preconditions() precondition: Precondition): Promise<void> {
    await this.projects.remove(grant, precondition);
  }

  /** Secrets are visible only to owners with the scope `admin`. */
  @Get('config')
  @Operation({ id: 'getProjectConfig', summary: 'Get the configuration', answer: ProjectConfigResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async readConfig(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectConfigRecord | undefined> {
    return versioned(response, await this.projects.readConfig(grant));
  }

  @Patch('config')
  @Operation({
    id: 'updateProjectConfig',
    summary: 'Update the configuration',
    description: 'Omitted fields stay unchanged. A changed `custom_domain` must be verified again.',
    answer: ProjectConfigResponse,
    body: { changelog_social_handle: '@acme', custom_domain: 'feedback.example.com' },
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async updateConfig(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectConfigRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectConfigRecord | undefined> {
    return versioned(response, await this.projects.configure(grant, body.changes(), precondition));
  }

  @Post('config/custom-domain/verify')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'verifyCustomDomain',
    summary: 'Verify the custom domain',
    description:
      'Checks a DNS TXT record. If it is not found, the problem `custom_domain_unverified` contains the name and the value of the required record.',
    answer: ProjectConfigResponse,
    problems: [domainMissing, domainUnverified, domainTaken],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  @CallsExternalService(true)
  async verifyCustomDomain(@Granted() grant: ProjectGrant): Promise<ProjectConfigRecord> {
    return (await this.projects.verifyCustomDomain(grant)).record;
  }
}
