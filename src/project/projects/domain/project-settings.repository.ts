import type { Locked, Versioned } from '../../../shared/records.js';
import type { ProjectSettings, ProjectSettingsRecord } from './project-settings.js';

/** The stored settings of projects. */
export abstract class ProjectSettingsRepository {
  /** Returns the settings of a project, locked until the unit of work ends; null when the project does not exist. */
  abstract load(projectId: string): Promise<Locked<ProjectSettings, ProjectSettingsRecord> | null>;

  abstract save(settings: ProjectSettings): Promise<Versioned<ProjectSettingsRecord>>;
}
