import type { Locked, Versioned } from '../../../shared/records.js';
import type { Project, ProjectRecord } from './project.js';
import type { ProjectConfig } from './project-config.js';

/** The stored projects. */
export abstract class ProjectRepository {
  /** @throws SlugTaken when another project has the slug; former slugs of other projects are available */
  abstract add(project: Project, config: ProjectConfig): Promise<Versioned<ProjectRecord>>;

  /**
   * Returns the project, locked together with its configuration, metadata and members until the unit of work ends; null
   * when it does not exist.
   */
  abstract load(id: string): Promise<Locked<Project, ProjectRecord> | null>;

  /**
   * Stores the project. After a change of the slug, the project is still found by the former one until another project
   * takes it.
   *
   * @throws SlugTaken when another project has the slug
   */
  abstract save(project: Project): Promise<Versioned<ProjectRecord>>;

  /** Returns the id of the project that has a slug, or had it last; null if there is none. */
  abstract idBySlug(slug: string): Promise<string | null>;

  /** Lets a slug that no project has or had lead to a project. */
  abstract addFormerSlug(projectId: string, slug: string): Promise<void>;

  /** Removes the project with all its records. */
  abstract remove(project: Project): Promise<void>;
}
