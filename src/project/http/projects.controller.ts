import { Controller, Get, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { type Caller, CurrentCaller, NeedsScope } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { ProjectQueries, type ProjectRecord } from '../application/project.queries.js';
import { ProjectService } from '../application/project.service.js';
import { CreateProjectRequest, ProjectListQuery } from './project.requests.js';
import { slugTaken } from './project.problems.js';
import { ProjectResponse } from './project.responses.js';

@Controller('projects')
@Operations({ tag: 'Projects' })
export class ProjectsController {
  constructor(
    private readonly projects: ProjectService,
    private readonly queries: ProjectQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createProject',
    summary: 'Create a project',
    description: 'The caller becomes its owner.',
    answer: ProjectResponse,
    body: { name: 'Acme', slug: 'acme', icon: '🚀' },
    problems: [slugTaken],
  })
  @NeedsScope('admin')
  async create(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: CreateProjectRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectRecord | undefined> {
    const project = await this.projects.create(caller, body.values());
    this.links.created(response, project.record.slug);
    return versioned(response, project);
  }

  @Get()
  @Operation({
    id: 'listProjects',
    summary: 'List projects',
    description:
      'Returns the projects in which the caller has a role, newest first. Instance admins can see all projects.',
    list: ProjectResponse,
  })
  @NeedsScope('read')
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: ProjectListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const userId = caller.instanceAdmin ? null : caller.userId;
    const granted = caller.projectRoles?.map(({ project }) => project) ?? [];
    return this.links.list(response, query, (page) => this.queries.list(userId, granted, page));
  }
}
