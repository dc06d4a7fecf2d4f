import type { Member } from './member.js';
import type { Project } from './project.js';
import type { ProjectConfig } from './project-config.js';

/** The stored projects, each with its configuration and its members. */
export abstract class ProjectRepository {
  /** @throws SlugTaken when another project has the slug; former slugs of other projects are available */
  abstract add(project: Project, config: ProjectConfig): Promise<void>;

  /**
   * Returns the project, locked together with its configuration and members until the unit of work ends; null when it
   * does not exist.
   */
  abstract load(id: string): Promise<Project | null>;

  /**
   * Stores the project. After a change of the slug, the project is still found by the former one until another project
   * takes it.
   *
   * @throws SlugTaken when another project has the slug
   */
  abstract save(project: Project): Promise<void>;

  /** Returns the id of the project that has a slug, or had it last; null if there is none. */
  abstract idOfSlug(slug: string): Promise<string | null>;

  /** Lets a slug that no project has or had lead to a project. */
  abstract addFormerSlug(projectId: string, slug: string): Promise<void>;

  /** Removes the project with all its records. */
  abstract remove(project: Project): Promise<void>;

  /** Returns the configuration of a project; null when the project does not exist. */
  abstract loadConfig(projectId: string): Promise<ProjectConfig | null>;

  /** @throws CustomDomainTaken when another project has verified the same domain */
  abstract saveConfig(config: ProjectConfig): Promise<void>;

  /** Stores the metadata of a project, which replaces what it had. */
  abstract saveMetadata(projectId: string, metadata: object): Promise<void>;

  /** Returns null when the user is not a member or the id is not a UUID. */
  abstract loadMember(projectId: string, userId: string): Promise<Member | null>;

  /** Returns the owners of a project. */
  abstract loadOwners(projectId: string): Promise<Member[]>;

  /** Returns all memberships of a user in the order of project ids. */
  abstract loadMembershipsOf(userId: string): Promise<Member[]>;

  /**
   * Stores a new member, or a member's new role.
   *
   * @throws UserNotFound when the user does not exist
   */
  abstract saveMember(member: Member): Promise<void>;

  abstract removeMember(member: Member): Promise<void>;
}
