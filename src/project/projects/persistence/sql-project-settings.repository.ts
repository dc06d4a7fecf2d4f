import { Injectable } from '@nestjs/common';
import { Caches } from '../../../platform/caches/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import type { Loaded, Versioned } from '../../../shared/records.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import { ProjectSettings, type ProjectSettingsRecord } from '../domain/project-settings.js';
import { settingsColumns, settingsRecord } from './project-settings-columns.js';

const loadSettings = `select ${settingsRecord} from project_settings s where s.project_id = $1 for no key update`;

const saveSettings = `
  update project_settings s set (${settingsColumns.names}) = row(${settingsColumns.parameters(2)})
  where s.project_id = $1 returning ${settingsRecord}`;

@Injectable()
export class SqlProjectSettingsRepository extends ProjectSettingsRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Loaded<ProjectSettings, ProjectSettingsRecord> | null> {
    const before = await this.sql.record<ProjectSettingsRecord>(loadSettings, [projectId]);
    return before && { aggregate: ProjectSettings.restore(projectId, before.record), before };
  }

  override async save(settings: ProjectSettings): Promise<Versioned<ProjectSettingsRecord>> {
    const values = settingsColumns.valuesOf(settings);
    const saved = await this.sql.record<ProjectSettingsRecord>(saveSettings, [settings.projectId, ...values]);
    // The role of people who are not members, or what waits for approval, may have changed.
    this.caches.invalidate();
    return saved!;
  }
}
