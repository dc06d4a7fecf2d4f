import { Controller, Get, UseGuards, UseInterceptors, Injectable } from '@nestjs/common';
import { Operation, Operations, Public } from '../../../platform/http/index.js';
import type { Versioned } from '../../../shared/records.js';
import { ProjectQueries } from '../application/project.queries.js';
import type { PublicProjectRecord } from '../../access/application/access.queries.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import type { ProjectRecord } from '../domain/project.js';
import { ProjectResponse } from './project.dto.js';
import {
  CurrentPublicProject,
  publicProjectParameter,
  SharedCaching,
  PublicGuard,
} from '../../access/http/public.guard.js';
import { ProjectAuthorizer } from '../../access/application/project-authorizer.js';

/** Requires that everyone can read the feedback or the changelog of the project in the path. */
@Injectable()
class PublicProjectGuard extends PublicGuard {
  constructor(private readonly authorizer: ProjectAuthorizer) {
    super();
  }

  protected override open(slugOrId: string): Promise<PublicProjectRecord> {
    return this.authorizer.openPublic(slugOrId);
  }
}

/** Projects with something that everyone can read without a token. */
@Controller('public/v1/projects/:projectSlug')
@UseGuards(PublicProjectGuard)
@UseInterceptors(SharedCaching)
@Operations({ tag: 'Public reading', parameters: publicProjectParameter })
@Public(true)
export class PublicProjectController {
  constructor(private readonly projects: ProjectQueries) {}

  @Get()
  @Operation({
    id: 'getPublicProject',
    summary: 'Get a public project',
    description: 'Returns the project if one of the settings `public_feedback` and `public_changelog` is on.',
    answer: ProjectResponse,
  })
  async read(@CurrentPublicProject() { id }: PublicProjectRecord): Promise<Versioned<ProjectRecord>> {
    const project = await this.projects.find(id);
    if (!project) throw new ProjectNotFound();
    return project;
  }
}
