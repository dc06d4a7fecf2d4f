import { Controller, Get, Post } from '@nestjs/common';
import { type Caller, CurrentCaller, RequirePermission, UserNotFound } from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { permissions } from '../../access/application/permissions.js';
import { ProjectQueries } from '../application/project.queries.js';
import { ProjectService } from '../application/project.service.js';
import type { ProjectRecord } from '../domain/project.js';
import { SlugTaken } from '../domain/project.errors.js';
import { CreateProjectDto, ProjectListQuery, ProjectResponse } from './project.dto.js';

@Controller('projects')
@Operations({ tag: 'Projects' })
export class ProjectsController {
  constructor(
    private readonly projects: ProjectService,
    private readonly queries: ProjectQueries,
  ) {}

  @Post()
  @Operation({
    id: 'createProject',
    summary: 'Create a project',
    description: 'The caller becomes its owner.',
    answer: ProjectResponse,
    body: { name: 'Acme', slug: 'acme', icon: '🚀' },
    problems: [new SlugTaken(), new UserNotFound()],
  })
  @RequirePermission(permissions.createProject)
  async create(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: CreateProjectDto,
  ): Promise<Created<ProjectRecord>> {
    const project = await this.projects.create(caller, body.values());
    return new Created(project, project.record.slug);
  }

  @Get()
  @Operation({
    id: 'listProjects',
    summary: 'List projects',
    description:
      'Returns the projects that the caller can access, newest first: as a member, through the token, or because every signed-in person can. Instance admins can access all projects.',
    list: ProjectResponse,
  })
  @RequirePermission(permissions.listProjects)
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: ProjectListQuery,
  ): Promise<PagedList<ProjectRecord>> {
    const userId = caller.instanceAdmin && !query.member ? null : caller.userId;
    return new PagedList(query, (page) =>
      this.queries.list(userId, caller.projectRoles ?? [], { member: query.member ?? false }, page),
    );
  }
}
