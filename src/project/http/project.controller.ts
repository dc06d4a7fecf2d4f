import { Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { NeedsScope } from '../../identity/index.js';
import { JsonBody } from '../../platform/http/input.js';
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
  async read(@Granted() grant: ProjectGrant): Promise<ProjectRecord> {
    return this.projects.read(grant.projectId);
  }

  /** Changes the fields that are sent. */
  @Patch()
  @NeedsScope('admin')
  @NeedsRole('owner')
  async update(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectRequest,
  ): Promise<ProjectRecord> {
    return this.projects.revise(grant, body.changes());
  }

  /** Removes the project with everything under it. */
  @Delete()
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant): Promise<void> {
    await this.projects.remove(grant);
  }

  /** The configuration; its secrets are hidden from all but owners with the scope admin. */
  @Get('config')
  @NeedsScope('read')
  @NeedsRole('viewer')
  async readConfig(@Granted() grant: ProjectGrant): Promise<ProjectConfigRecord> {
    return configFor(grant, await this.projects.readConfig(grant.projectId));
  }

  /** Changes the fields that are sent. */
  @Patch('config')
  @NeedsScope('admin')
  @NeedsRole('owner')
  async updateConfig(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: UpdateProjectConfigRequest,
  ): Promise<ProjectConfigRecord> {
    return configFor(grant, await this.projects.configure(grant, body.changes()));
  }
}
