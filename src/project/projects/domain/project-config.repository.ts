import type { Locked, Versioned } from '../../../shared/records.js';
import type { ProjectConfig, ProjectConfigRecord } from './project-config.js';

/** The stored configurations of projects. Their records contain the secrets. */
export abstract class ProjectConfigRepository {
  /** Returns the configuration of a project, locked with the project; null when the project does not exist. */
  abstract load(projectId: string): Promise<Locked<ProjectConfig, ProjectConfigRecord> | null>;

  /** @throws CustomDomainTaken when another project has verified the same domain */
  abstract save(config: ProjectConfig): Promise<Versioned<ProjectConfigRecord>>;
}
