import { Controller, Delete, Get, HttpCode, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  CallsExternalService,
  IdempotencyInterceptor,
  JsonBody,
  Operation,
  Operations,
  Preconditions,
  versioned,
} from '../../platform/http/index.js';
import type { Precondition } from '../../shared/records.js';
import type { ProjectGrant } from '../application/project-grant.js';
import type { ProjectConfigRecord, ProjectRecord } from '../application/project.queries.js';
import { ProjectService } from '../application/project.service.js';
import { Granted, InProject, NeedsRole } from './project.guard.js';
import { UpdateProjectConfigRequest, UpdateProjectRequest } from './project.requests.js';
import { configFor, ProjectConfigResponse, ProjectResponse } from './project.responses.js';
import { domainMissing, domainTaken, domainUnverified, slugTaken } from './project.problems.js';

@Controller('projects/:projectSlug')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
  @Operation({ id: 'getProject', summary: 'Read a project', answer: ProjectResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectRecord | undefined> {
    return versioned(response, await this.projects.read(grant.projectId));
  }

  /** Changes the fields that are sent. */
  @Patch()
  @Operation({
    id: 'updateProject',
    summary: 'Change a project',
    description: 'Fields that are left out stay as they are.',
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

  /** Removes the project with everything under it. */
  @Delete()
  @Operation({ id: 'deleteProject', summary: 'Delete a project', description: 'With everything under it.' })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Preconditions() precondition: Precondition): Promise<void> {
    await this.projects.remove(grant, precondition);
  }

  /** The configuration; its secrets are hidden from all but owners with the scope admin. */
  @Get('config')
  @Operation({ id: 'getProjectConfig', summary: 'Read the configuration', answer: ProjectConfigResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async readConfig(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectConfigRecord | undefined> {
    return versioned(response, configFor(grant, await this.projects.readConfig(grant.projectId)));
  }

  /** Changes the fields that are sent. */
  @Patch('config')
  @Operation({
    id: 'updateProjectConfig',
    summary: 'Change the configuration',
    description:
      'Fields that are left out stay as they are. Another `custom_domain` has to be verified anew.',
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
    const config = await this.projects.configure(grant, body.changes(), precondition);
    return versioned(response, configFor(grant, config));
  }

  /** Verifies the custom domain by a DNS TXT record, which the error names until it is found. */
  @Post('config/custom-domain/verify')
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'verifyCustomDomain',
    summary: 'Verify the custom domain',
    description:
      'Looks for a DNS TXT record, whose name and text the problem `custom_domain_unverified` tells until it is found.',
    answer: ProjectConfigResponse,
    problems: [domainMissing, domainUnverified, domainTaken],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  @CallsExternalService(true)
  async verifyCustomDomain(@Granted() grant: ProjectGrant): Promise<ProjectConfigRecord> {
    return configFor(grant, await this.projects.verifyCustomDomain(grant)).record;
  }
}
