import type { Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';

/** The stored metadata of projects. */
export abstract class ProjectMetadataRepository {
  /** Returns the metadata of a project, `{}` initially; null when the project does not exist. */
  abstract find(projectId: string): Promise<Versioned<JsonObject> | null>;

  /**
   * Returns the metadata of a project, `{}` initially, locked with the project; null when the project does not exist.
   */
  abstract load(projectId: string): Promise<Versioned<JsonObject> | null>;

  /** Replaces the metadata of a loaded project. */
  abstract save(projectId: string, metadata: object): Promise<Versioned<JsonObject>>;
}
