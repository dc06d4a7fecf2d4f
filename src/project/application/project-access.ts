import { Injectable } from '@nestjs/common';
import type { Caller } from '../../identity/index.js';
import type { Role } from '../domain/member.js';
import { InsufficientRole, ProjectNotFound, ProjectRenamed } from '../domain/project.errors.js';
import { ProjectGrant } from './project-grant.js';
import { ProjectQueries } from './project.queries.js';

/** Decides who can access a project. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly queries: ProjectQueries) {}

  /**
   * @throws ProjectNotFound when it does not exist, the caller is not a member, or the token is bound to another
   * project; ProjectRenamed when the slug is a former one; InsufficientRole
   */
  async authorize(caller: Caller, slug: string, needed: Role): Promise<ProjectGrant> {
    const project = await this.queries.resolve(slug, caller.userId);
    const role = caller.instanceAdmin ? 'owner' : project?.role;
    if (!project || !role || (caller.projectId !== null && caller.projectId !== project.id)) {
      throw new ProjectNotFound();
    }
    if (project.slug !== slug) throw new ProjectRenamed(project.slug);
    const grant = new ProjectGrant(project.id, role, caller);
    if (!grant.has(needed)) throw new InsufficientRole(needed, 'This operation');
    return grant;
  }
}
