import type { Member } from './member.js';
import type { Project } from './project.js';
import type { ProjectConfig } from './project-config.js';

/** The stored projects, each with its configuration and its members. */
export abstract class ProjectRepository {
  /** @throws SlugTaken when another project has the slug; a slug that another one had before is free */
  abstract add(project: Project, config: ProjectConfig): Promise<void>;

  /**
   * The project, which no other unit of work can load until this one ends: what is then read of it, its configuration
   * and its members stays true. Null when there is none.
   */
  abstract load(id: string): Promise<Project | null>;

  /**
   * After a change of the slug the project is still found by the one before, until another project takes that.
   *
   * @throws SlugTaken when another project has the slug
   */
  abstract save(project: Project): Promise<void>;

  /** Removes the project and everything under it. */
  abstract remove(project: Project): Promise<void>;

  /** The configuration of a project; null when there is no such project. */
  abstract loadConfig(projectId: string): Promise<ProjectConfig | null>;

  /** @throws CustomDomainTaken when another project has verified the same domain */
  abstract saveConfig(config: ProjectConfig): Promise<void>;

  /** Null when the user is no member, or the id is no UUID. */
  abstract loadMember(projectId: string, userId: string): Promise<Member | null>;

  /** The owners of a project. */
  abstract loadOwners(projectId: string): Promise<Member[]>;

  /** All memberships of a user, by project id. */
  abstract loadMembershipsOf(userId: string): Promise<Member[]>;

  /**
   * Stores a new member, or a member's new role.
   *
   * @throws UserNotFound when there is no such user
   */
  abstract saveMember(member: Member): Promise<void>;

  abstract removeMember(member: Member): Promise<void>;
}
