import { Injectable } from '@nestjs/common';
import {
  type Caller,
  includesScope,
  InsufficientScope,
  UserNotFound,
  UserService,
} from '../../../identity/index.js';
import { Clock } from '../../../shared/clock.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { Events, previousOf } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import { TargetUrls } from '../../../shared/target-urls.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { expectVersion, type Locked, type Precondition, Versioned } from '../../../shared/records.js';
import { Member } from '../../members/domain/member.js';
import { MemberRepository } from '../../members/domain/member.repository.js';
import {
  hiddenSecret,
  ProjectConfig,
  type ProjectConfigChanges,
  type ProjectConfigRecord,
  verificationRecordOf,
  withoutSecrets,
} from '../domain/project-config.js';
import { ProjectConfigRepository } from '../domain/project-config.repository.js';
import { ChangesUnfinished, maxChangeDuration } from '../../domain/changes-unfinished.js';
import { CustomDomainMissing } from '../domain/project.errors.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project, type ProjectChanges, type ProjectRecord } from '../domain/project.js';
import { TxtRecords } from '../domain/txt-records.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { ProjectQueries } from './project.queries.js';
import { permissions } from '../../access/application/permissions.js';

/** Creates, updates and deletes projects and their configurations. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly configs: ProjectConfigRepository,
    private readonly members: MemberRepository,
    private readonly queries: ProjectQueries,
    private readonly txtRecords: TxtRecords,
    private readonly events: Events,
    private readonly targetUrls: TargetUrls,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly contents: ProjectContentsOfModules,
    private readonly users: UserService,
  ) {}

  /**
   * Creates a project with the caller as its owner. This is a single event.
   *
   * @throws InsufficientScope, SlugTaken, UserNotFound when the caller is anonymized concurrently; InvalidInput when a value violates a
   * rule
   */
  async create(
    caller: Caller,
    values: ProjectChanges & { name: string; slug: string },
  ): Promise<Versioned<ProjectRecord>> {
    if (!includesScope(caller.scope, permissions.createProject.scope)) {
      throw new InsufficientScope(permissions.createProject.scope);
    }
    const now = this.clock.now();
    const project = Project.create(this.ids.next(), values, now);
    return this.unitOfWork.run(async () => {
      const config = ProjectConfig.create(this.ids.next());
      const created = await this.projects.add(project, config);
      await this.members.add(Member.join(project.id, caller.userId, 'owner', now));
      // Checked last, as for other members: the user may have been anonymized at the same time.
      if (!(await this.users.isKnown(caller.userId))) throw new UserNotFound();
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
   * @throws ProjectNotFound, PreconditionFailed, SlugTaken; InvalidInput when a
   * value violates a rule
   */
  async update(
    access: ProjectAccess,
    changes: ProjectChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectRecord>> {
    access.authorize(permissions.updateProject);
    return this.unitOfWork.run(async () => {
      const { aggregate: project, before } = await this.load(access, precondition);
      project.update(changes);
      const after = await this.projects.save(project);
      const previous = previousOf(before.record, after.record);
      if (previous) await this.events.record(access.event('project.updated', after.record, previous));
      return after;
    });
  }

  /**
   * @throws ProjectNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule
   */
  async configure(
    access: ProjectAccess,
    changes: ProjectConfigChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectConfigRecord>> {
    access.authorize(permissions.updateProjectConfig);
    this.checkChatUrl(changes.integrationChatWebhook);
    return this.unitOfWork.run(async () => {
      const { aggregate: config, before } = await this.loadConfig(access, precondition);
      config.update(changes);
      return this.storeConfig(access, config, before.record);
    });
  }

  /**
   * Verifies the custom domain by a TXT record. If the record is not found, the error contains its name and value.
   *
   * @throws ProjectNotFound, CustomDomainMissing, CustomDomainUnverified,
   * CustomDomainTaken
   */
  async verifyCustomDomain(access: ProjectAccess): Promise<Versioned<ProjectConfigRecord>> {
    access.authorize(permissions.verifyCustomDomain);
    const { id, custom_domain: domain } = (await this.storedConfig(access)).record;
    if (domain === '') throw new CustomDomainMissing();
    // Not within the transaction, because DNS lookups can be slow.
    const found = await this.txtRecords.lookUp(verificationRecordOf(id, domain).name);
    return this.unitOfWork.run(async () => {
      const { aggregate: config, before } = await this.loadConfig(access);
      // The domain may have changed in the meantime: the records then belong to another one.
      config.verifyCustomDomain(config.customDomain === domain ? found : []);
      return this.storeConfig(access, config, before.record);
    });
  }

  /**
   * Deletes the project with its feedback, changelogs and events. No event is recorded, because it could not be read.
   * The slugs of the project become available. Much feedback and many events are removed first, in several short
   * units of work. Safe to repeat after an interruption.
   *
   * @throws ProjectNotFound, PreconditionFailed; ChangesUnfinished after 20 seconds, if there is more
   */
  async remove(access: ProjectAccess, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteProject);
    const wasLarge = await this.removeContents(access, precondition);
    await this.unitOfWork.run(async () => {
      // Parts are deleted already, so the precondition, which held then, does not apply again.
      const { aggregate: project } = await this.load(access, wasLarge ? null : precondition);
      await this.projects.remove(project);
    });
  }

  /** Removes what is too much for the unit of work that deletes the project; returns whether there was any. */
  private async removeContents(access: ProjectAccess, precondition: Precondition): Promise<boolean> {
    const { projectId } = access;
    const end = this.clock.now().getTime() + maxChangeDuration;
    let wasLarge = false;
    for (const contents of this.contents.all()) {
      while (await contents.isLarge(projectId)) {
        await this.unitOfWork.run(async () => {
          if (!wasLarge) await this.load(access, precondition);
          await contents.removeSome(projectId);
        });
        wasLarge = true;
        if (this.clock.now().getTime() >= end) throw new ChangesUnfinished();
      }
    }
    return wasLarge;
  }

  /** @throws ProjectNotFound */
  async read(access: ProjectAccess): Promise<Versioned<ProjectRecord>> {
    access.authorize(permissions.read);
    const project = await this.queries.find(access.projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /**
   * Returns the configuration. Secrets are masked unless the caller can read them.
   *
   * @throws ProjectNotFound
   */
  async readConfig(access: ProjectAccess): Promise<Versioned<ProjectConfigRecord>> {
    access.authorize(permissions.read);
    const config = await this.storedConfig(access);
    const { record, version } = config;
    if (access.readsSecrets || record.integration_chat_webhook === '') return config;
    return new Versioned(withoutSecrets(record), `${version}-hidden`);
  }

  /** Stores the configuration and records the changes. Values of secrets are never part of an event. */
  private async storeConfig(
    access: ProjectAccess,
    config: ProjectConfig,
    before: ProjectConfigRecord,
  ): Promise<Versioned<ProjectConfigRecord>> {
    const after = await this.configs.save(config);
    const previous = previousOf(before, after.record);
    if (previous) {
      const data = withoutSecrets(after.record);
      await this.events.record(access.event('project.config_updated', data, withoutSecrets(previous)));
    }
    return after;
  }

  private checkChatUrl(url = ''): void {
    const error = url === '' || url === hiddenSecret ? null : this.targetUrls.check(url);
    if (!error) return;
    const { code, detail } = error;
    throw new InvalidInput([{ pointer: '/integration_chat_webhook', code, detail: `The field ${detail}` }]);
  }

  /** Returns the configuration with its secrets. */
  private async storedConfig({ projectId }: ProjectAccess): Promise<Versioned<ProjectConfigRecord>> {
    const config = await this.queries.config(projectId);
    if (!config) throw new ProjectNotFound();
    return config;
  }

  private async load(
    access: ProjectAccess,
    precondition: Precondition,
  ): Promise<Locked<Project, ProjectRecord>> {
    const loaded = await this.projects.load(access.projectId);
    if (!loaded) throw new ProjectNotFound();
    expectVersion(precondition, loaded.before);
    return loaded;
  }

  private async loadConfig(
    access: ProjectAccess,
    precondition: Precondition = null,
  ): Promise<Locked<ProjectConfig, ProjectConfigRecord>> {
    const loaded = await this.configs.load(access.projectId);
    if (!loaded) throw new ProjectNotFound();
    expectVersion(precondition, loaded.before);
    return loaded;
  }
}
