import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { returnedRecord, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import { ProjectSettings, type ProjectSettingsRecord } from '../domain/project-settings.js';
import {
  oneProjectSettings,
  ProjectSettingsEntity,
  projectSettingsRecord,
} from './project-settings.entity.js';

@Injectable()
export class TypeormProjectSettingsRepository extends ProjectSettingsRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Locked<ProjectSettings, ProjectSettingsRecord> | null> {
    const before = await this.sql.record<ProjectSettingsRecord>(`${oneProjectSettings} for no key update`, [
      projectId,
    ]);
    return before && { aggregate: ProjectSettings.restore(projectId, before.record), before };
  }

  override async save(settings: ProjectSettings): Promise<Versioned<ProjectSettingsRecord>> {
    const { projectId, ...values } = settings;
    const updated = await this.settings.update({ projectId }, values, { returning: projectSettingsRecord });
    // The role of people who are not members, or what waits for approval, may have changed.
    this.caches.invalidate();
    return returnedRecord(updated);
  }

  private get settings(): Repository<ProjectSettingsEntity> {
    return this.unitOfWork.manager.getRepository(ProjectSettingsEntity);
  }
}
