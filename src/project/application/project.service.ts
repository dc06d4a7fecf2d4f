import { Injectable } from '@nestjs/common';
import { type Caller, includesScope, InsufficientScope } from '../../identity/index.js';
import { Clock } from '../../shared/clock.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { Events, previousOf } from '../../shared/events.js';
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
import {
  type ProjectConfigRecord,
  ProjectQueries,
  type ProjectRecord,
  withoutSecrets,
} from './project.queries.js';

/** Creates, updates and deletes projects and their configurations. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly queries: ProjectQueries,
    private readonly txtRecords: TxtRecords,
    private readonly events: Events,
    private readonly targetUrls: TargetUrls,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a project with the caller as its owner. This is a single event.
   *
   * @throws InsufficientScope, SlugTaken; InvalidInput when a value violates a rule
   */
  async create(
    caller: Caller,
    values: ProjectChanges & { name: string; slug: string },
  ): Promise<Versioned<ProjectRecord>> {
    if (!includesScope(caller.scope, 'admin')) throw new InsufficientScope('admin');
    const now = this.clock.now();
    const project = Project.create(this.ids.next(), values, now);
    return this.unitOfWork.run(async () => {
      await this.projects.add(project, ProjectConfig.createFor(project.id, this.ids.next(), now));
      await this.projects.saveMember(Member.join(project.id, caller.userId, 'owner', now));
      const created = await this.storedProject(project.id);
      await this.events.record({
        type: 'project.created',
        projectId: project.id,
        actorId: caller.userId,
        data: created.record,
      });
      return created;
    });
  }

  /**
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, PreconditionFailed, SlugTaken; InvalidInput when a
   * value violates a rule
   */
  async revise(
    grant: ProjectGrant,
    changes: ProjectChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectRecord>> {
    grant.authorize('owner', 'admin');
    return this.unitOfWork.run(async () => {
      const project = await this.load(grant.projectId);
      const before = await this.storedProject(project.id);
      expectVersion(precondition, before);
      project.revise(changes);
      await this.projects.save(project);
      const after = await this.storedProject(project.id);
      const previous = previousOf(before.record, after.record);
      if (previous) await this.events.record(grant.event('project.updated', after.record, previous));
      return after;
    });
  }

  /**
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule
   */
  async configure(
    grant: ProjectGrant,
    changes: ProjectConfigChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectConfigRecord>> {
    grant.authorize('owner', 'admin');
    this.checkChatUrl(changes.integrationChatWebhook);
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      const before = await this.storedConfig(grant.projectId);
      expectVersion(precondition, before);
      const config = await this.loadConfig(grant.projectId);
      config.revise(changes);
      return this.storeConfig(grant, config, before.record);
    });
  }

  /**
   * Verifies the custom domain by a TXT record. If the record is not found, the error contains its name and value.
   *
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, CustomDomainMissing, CustomDomainUnverified,
   * CustomDomainTaken
   */
  async verifyCustomDomain(grant: ProjectGrant): Promise<Versioned<ProjectConfigRecord>> {
    grant.authorize('owner', 'admin');
    const asked = await this.loadConfig(grant.projectId);
    if (asked.customDomain === '') throw new CustomDomainMissing();
    // Not within the transaction, because DNS lookups can be slow.
    const found = await this.txtRecords.lookUp(asked.verificationRecord.name);
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      const { record: before } = await this.storedConfig(grant.projectId);
      const config = await this.loadConfig(grant.projectId);
      // The domain has changed in the meantime, so the records belong to another one.
      config.verifyCustomDomain(config.customDomain === asked.customDomain ? found : []);
      return this.storeConfig(grant, config, before);
    });
  }

  /**
   * Deletes the project with its feedback, changelogs and events. No event is recorded, because it could not be read.
   * The slugs of the project become available.
   *
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, PreconditionFailed
   */
  async remove(grant: ProjectGrant, precondition: Precondition = null): Promise<void> {
    grant.authorize('owner', 'admin');
    await this.unitOfWork.run(async () => {
      const project = await this.load(grant.projectId);
      expectVersion(precondition, await this.queries.find(project.id));
      await this.projects.remove(project);
    });
  }

  /** @throws ProjectNotFound */
  async read(grant: ProjectGrant): Promise<Versioned<ProjectRecord>> {
    return this.storedProject(grant.projectId);
  }

  /**
   * Returns the configuration. Secrets are masked unless the caller can read them.
   *
   * @throws ProjectNotFound
   */
  async readConfig(grant: ProjectGrant): Promise<Versioned<ProjectConfigRecord>> {
    const { record, version } = await this.storedConfig(grant.projectId);
    if (grant.readsSecrets || record.integration_chat_webhook === '') return { record, version };
    return { record: withoutSecrets(record), version: `${version}-hidden` };
  }

  /** Stores the configuration and records the changes. Values of secrets are never part of an event. */
  private async storeConfig(
    grant: ProjectGrant,
    config: ProjectConfig,
    before: ProjectConfigRecord,
  ): Promise<Versioned<ProjectConfigRecord>> {
    await this.projects.saveConfig(config);
    const after = await this.storedConfig(grant.projectId);
    const previous = previousOf(before, after.record);
    if (previous) {
      const data = withoutSecrets(after.record);
      await this.events.record(grant.event('project.config_updated', data, withoutSecrets(previous)));
    }
    return after;
  }

  private checkChatUrl(url = ''): void {
    const error = url === '' || url === hiddenSecret ? null : this.targetUrls.check(url);
    if (!error) return;
    const { code, detail } = error;
    throw new InvalidInput([{ pointer: '/integration_chat_webhook', code, detail: `The field ${detail}` }]);
  }

  private async storedProject(projectId: string): Promise<Versioned<ProjectRecord>> {
    const project = await this.queries.find(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /** Returns the configuration with its secrets. */
  private async storedConfig(projectId: string): Promise<Versioned<ProjectConfigRecord>> {
    const config = await this.queries.config(projectId);
    if (!config) throw new ProjectNotFound();
    return config;
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
