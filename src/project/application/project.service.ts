import { Injectable } from '@nestjs/common';
import type { Caller } from '../../identity/index.js';
import { Clock } from '../../shared/clock.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import { Member } from '../domain/member.js';
import { hiddenSecret, ProjectConfig, type ProjectConfigChanges } from '../domain/project-config.js';
import { CustomDomainMissing, ProjectNotFound } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project, type ProjectChanges } from '../domain/project.js';
import { TargetUrls } from '../domain/target-urls.js';
import { TxtRecords } from '../domain/txt-records.js';
import type { ProjectGrant } from './project-grant.js';
import { type ProjectConfigRecord, ProjectQueries, type ProjectRecord } from './project.queries.js';

/** Creates, changes and removes projects and their configurations. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly queries: ProjectQueries,
    private readonly txtRecords: TxtRecords,
    private readonly targetUrls: TargetUrls,
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
  ): Promise<Versioned<ProjectRecord>> {
    const now = this.clock.now();
    const project = Project.create(this.ids.next(), values, now);
    return this.unitOfWork.run(async () => {
      await this.projects.add(project, ProjectConfig.createFor(project.id, this.ids.next(), now));
      await this.projects.saveMember(Member.join(project.id, caller.userId, 'owner', now));
      return this.read(project.id);
    });
  }

  /** @throws ProjectNotFound, PreconditionFailed, SlugTaken; InvalidInput where a value breaks a rule */
  async revise(
    grant: ProjectGrant,
    changes: ProjectChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectRecord>> {
    return this.unitOfWork.run(async () => {
      const project = await this.load(grant.projectId);
      expectVersion(precondition, await this.queries.find(project.id));
      project.revise(changes);
      await this.projects.save(project);
      return this.read(project.id);
    });
  }

  /** @throws ProjectNotFound, PreconditionFailed; InvalidInput where a value breaks a rule */
  async configure(
    grant: ProjectGrant,
    changes: ProjectConfigChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectConfigRecord>> {
    this.checkChatUrl(changes.integrationChatWebhook);
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      expectVersion(precondition, await this.queries.config(grant.projectId));
      const config = await this.loadConfig(grant.projectId);
      config.revise(changes);
      await this.projects.saveConfig(config);
      return this.readConfig(grant.projectId);
    });
  }

  /**
   * Verifies the custom domain by a TXT record, whose name and text the error tells until it is found.
   *
   * @throws ProjectNotFound, CustomDomainMissing, CustomDomainUnverified, CustomDomainTaken
   */
  async verifyCustomDomain(grant: ProjectGrant): Promise<Versioned<ProjectConfigRecord>> {
    const asked = await this.loadConfig(grant.projectId);
    if (asked.customDomain === '') throw new CustomDomainMissing();
    // Not within the transaction: name servers take their time.
    const found = await this.txtRecords.lookUp(asked.verificationRecord.name);
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      const config = await this.loadConfig(grant.projectId);
      // The records are those of another domain, where it was changed just now.
      config.verifyCustomDomain(config.customDomain === asked.customDomain ? found : []);
      await this.projects.saveConfig(config);
      return this.readConfig(grant.projectId);
    });
  }

  /**
   * Removes the project with its feedback and changelogs. Its slugs are free from then on.
   *
   * @throws ProjectNotFound, PreconditionFailed
   */
  async remove(grant: ProjectGrant, precondition: Precondition = null): Promise<void> {
    await this.unitOfWork.run(async () => {
      const project = await this.load(grant.projectId);
      expectVersion(precondition, await this.queries.find(project.id));
      await this.projects.remove(project);
    });
  }

  /** @throws ProjectNotFound */
  async read(projectId: string): Promise<Versioned<ProjectRecord>> {
    const project = await this.queries.find(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /** @throws ProjectNotFound */
  async readConfig(projectId: string): Promise<Versioned<ProjectConfigRecord>> {
    const config = await this.queries.config(projectId);
    if (!config) throw new ProjectNotFound();
    return config;
  }

  private checkChatUrl(url = ''): void {
    const fault = url === '' || url === hiddenSecret ? null : this.targetUrls.fault(url);
    if (!fault) return;
    const { code, detail } = fault;
    throw new InvalidInput([{ pointer: '/integration_chat_webhook', code, detail: `The field ${detail}` }]);
  }

  private async loadConfig(projectId: string): Promise<ProjectConfig> {
    const config = await this.projects.loadConfig(projectId);
    if (!config) throw new ProjectNotFound();
    return config;
  }

  private async load(projectId: string): Promise<Project> {
    const project = await this.projects.load(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }
}
