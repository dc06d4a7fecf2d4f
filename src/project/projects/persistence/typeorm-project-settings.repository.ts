import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { returningVersion, TypeormUnitOfWork, versionOf } from '../../../platform/persistence/index.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import type { ProjectSettings, ProjectSettingsRecord } from '../domain/project-settings.js';
import { ProjectSettingsEntity, toProjectSettings } from './project-settings.entity.js';

@Injectable()
export class TypeormProjectSettingsRepository extends ProjectSettingsRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Locked<ProjectSettings, ProjectSettingsRecord> | null> {
    const entity = await this.settings.findOne({
      where: { projectId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!entity) return null;
    const aggregate = toProjectSettings(entity);
    return { aggregate, before: versioned(aggregate, entity.version) };
  }

  override async save(settings: ProjectSettings): Promise<Versioned<ProjectSettingsRecord>> {
    const { projectId, ...values } = settings;
    const updated = await this.settings.update({ projectId }, values, returningVersion);
    // The role of people who are not members, or what waits for approval, may have changed.
    this.caches.invalidate();
    return versioned(settings, versionOf(updated));
  }

  private get settings(): Repository<ProjectSettingsEntity> {
    return this.unitOfWork.manager.getRepository(ProjectSettingsEntity);
  }
}

function versioned(
  { projectId, record }: ProjectSettings,
  version: string,
): Versioned<ProjectSettingsRecord> {
  return new Versioned(record, `${projectId}-${version}`);
}
