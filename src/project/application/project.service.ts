import { Injectable } from '@nestjs/common';
import type { Caller } from '../../identity/index.js';
import { Clock } from '../../shared/clock.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { Member } from '../domain/member.js';
import { ProjectConfig, type ProjectConfigChanges } from '../domain/project-config.js';
import { ProjectNotFound } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project, type ProjectChanges } from '../domain/project.js';
import type { ProjectGrant } from './project-grant.js';
import { type ProjectConfigRecord, ProjectQueries, type ProjectRecord } from './project.queries.js';

/** Creates, changes and removes projects and their configurations. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly queries: ProjectQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * A new project, with the caller as its owner.
   *
   * @throws SlugTaken; InvalidInput where a value breaks a rule
   */
  async create(
    caller: Caller,
    values: ProjectChanges & { name: string; slug: string },
  ): Promise<ProjectRecord> {
    const now = this.clock.now();
    const project = Project.create(this.ids.next(), values, now);
    return this.unitOfWork.run(async () => {
      await this.projects.add(project, ProjectConfig.createFor(project.id, this.ids.next(), now));
      await this.projects.saveMember(Member.join(project.id, caller.userId, 'owner', now));
      return this.read(project.id);
    });
  }

  /** @throws ProjectNotFound, SlugTaken; InvalidInput where a value breaks a rule */
  async revise(grant: ProjectGrant, changes: ProjectChanges): Promise<ProjectRecord> {
    return this.unitOfWork.run(async () => {
      const project = await this.load(grant.projectId);
      project.revise(changes);
      await this.projects.save(project);
      return this.read(project.id);
    });
  }

  /** @throws ProjectNotFound; InvalidInput where a value breaks a rule */
  async configure(grant: ProjectGrant, changes: ProjectConfigChanges): Promise<ProjectConfigRecord> {
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      const config = await this.projects.loadConfig(grant.projectId);
      if (!config) throw new ProjectNotFound();
      config.revise(changes);
      await this.projects.saveConfig(config);
      return this.readConfig(grant.projectId);
    });
  }

  /**
   * Removes the project with its feedback and changelogs. Its slugs are free from then on.
   *
   * @throws ProjectNotFound
   */
  async remove(grant: ProjectGrant): Promise<void> {
    await this.unitOfWork.run(async () => this.projects.remove(await this.load(grant.projectId)));
  }

  /** @throws ProjectNotFound */
  async read(projectId: string): Promise<ProjectRecord> {
    const project = await this.queries.find(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /** @throws ProjectNotFound */
  async readConfig(projectId: string): Promise<ProjectConfigRecord> {
    const config = await this.queries.config(projectId);
    if (!config) throw new ProjectNotFound();
    return config;
  }

  private async load(projectId: string): Promise<Project> {
    const project = await this.projects.load(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }
}
