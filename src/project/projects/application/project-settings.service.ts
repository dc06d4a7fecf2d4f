import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import type { ProjectSettingsChanges, ProjectSettingsRecord } from '../domain/project-settings.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { ProjectQueries } from './project.queries.js';

/** Reads and changes the settings of projects. */
@Injectable()
export class ProjectSettingsService {
  constructor(
    private readonly settings: ProjectSettingsRepository,
    private readonly queries: ProjectQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws ProjectNotFound */
  async read(access: ProjectAccess): Promise<Versioned<ProjectSettingsRecord>> {
    access.authorize(permissions.readProjectSettings);
    const settings = await this.queries.settings(access.projectId);
    if (!settings) throw new ProjectNotFound();
    return settings;
  }

  /** @throws ProjectNotFound, PreconditionFailed; InvalidInput when a value violates a rule */
  async update(
    access: ProjectAccess,
    changes: ProjectSettingsChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ProjectSettingsRecord>> {
    access.authorize(permissions.updateProjectSettings);
    return this.unitOfWork.run(async () => {
      const loaded = await this.settings.load(access.projectId);
      if (!loaded) throw new ProjectNotFound();
      const { aggregate: settings, before } = loaded;
      expectVersion(precondition, before);
      settings.update(changes);
      const after = await this.settings.save(settings);
      const previous = previousOf(before.record, after.record);
      if (previous) {
        await this.events.record(access.event('project.settings_updated', after.record, previous));
      }
      return after;
    });
  }
}
