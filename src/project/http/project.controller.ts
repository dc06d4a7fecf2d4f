import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Expected, versioned } from '../../platform/http/conditional.js';
import { AsksOutside } from '../../platform/http/idempotency.js';
import { JsonBody } from '../../platform/http/input.js';
import type { Precondition } from '../../shared/records.js';
import type { ProjectGrant } from '../application/project-grant.js';
import type { ProjectConfigRecord, ProjectRecord } from '../application/project.queries.js';
import { ProjectService } from '../application/project.service.js';
import { Granted, InProject, NeedsRole } from './project.guard.js';
import { UpdateProjectConfigRequest, UpdateProjectRequest } from './project.requests.js';
import { configFor } from './project.responses.js';

@Controller('projects/:projectSlug')
@InProject()
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
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
  @NeedsScope('admin')
  @NeedsRole('owner')
  async update(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectRequest,
    @Expected() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectRecord | undefined> {
    return versioned(response, await this.projects.revise(grant, body.changes(), precondition));
  }

  /** Removes the project with everything under it. */
  @Delete()
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Expected() precondition: Precondition): Promise<void> {
    await this.projects.remove(grant, precondition);
  }

  /** The configuration; its secrets are hidden from all but owners with the scope admin. */
  @Get('config')
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
  @NeedsScope('admin')
  @NeedsRole('owner')
  async updateConfig(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectConfigRequest,
    @Expected() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectConfigRecord | undefined> {
    const config = await this.projects.configure(grant, body.changes(), precondition);
    return versioned(response, configFor(grant, config));
  }

  /** Verifies the custom domain by a DNS TXT record, which the error names until it is found. */
  @Post('config/custom-domain/verify')
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(200)
  @AsksOutside(true)
  async verifyCustomDomain(@Granted() grant: ProjectGrant): Promise<ProjectConfigRecord> {
    return configFor(grant, await this.projects.verifyCustomDomain(grant)).record;
  }
}
