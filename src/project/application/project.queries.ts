import type { Caller, UserRecord } from '../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { JsonObject } from '../../shared/rules.js';
import type { Role } from '../domain/member.js';
import { hiddenSecret } from '../domain/project-config.js';

export interface ProjectRecord {
  id: string;
  name: string;
  slug: string;
  icon: string;
  icon_radius: string;
  og_image: string;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

export interface ProjectConfigRecord {
  id: string;
  project_id: string;
  changelog_preview_style: string;
  changelog_social_handle: string;
  custom_domain: string;
  custom_domain_verified: boolean;
  integration_chat_role_id: string;
  integration_chat_status: boolean;
  /** A secret, which only owners can read. */
  integration_chat_webhook: string;
  created_at: string;
}

/** Returns the configuration, or a part of it, with its secrets masked. */
export function withoutSecrets<T extends Partial<ProjectConfigRecord>>(config: T): T {
  return config.integration_chat_webhook ? { ...config, integration_chat_webhook: hiddenSecret } : config;
}

export interface MemberRecord {
  user: UserRecord;
  role: Role;
  created_at: string;
}

/** A membership of a user. */
export interface MembershipRecord {
  project_id: string;
  /** Slug of the project. */
  project: string;
  role: Role;
  created_at: string;
}

/**
 * The field of a member that `previous` of an event omits: the user is changed by other use cases. All other fields are
 * compared, as are all fields of projects and configurations.
 */
export const notInPrevious = ['user'] as const satisfies readonly (keyof MemberRecord)[];

/** A project found by its current or a former slug, with the role of a member in it. */
export interface ResolvedProject {
  id: string;
  /** The current slug. */
  slug: string;
  role: Role | null;
}

/** What decides whether a caller has access to a project. */
export type ProjectVisitor = Pick<Caller, 'userId' | 'instanceAdmin' | 'projectRoles'>;

/** Reads projects as records that are ready to be sent. It does not check access: that is up to the caller. */
export abstract class ProjectQueries {
  /**
   * Returns the project with this slug, otherwise the one that had it last; null when there is none, or the caller has
   * no access to it. Both cases take the same time, so that slugs cannot be probed.
   *
   * @throws InvalidInput when the id of the user is not a UUID
   */
  abstract resolve(slug: string, caller: ProjectVisitor): Promise<ResolvedProject | null>;

  /**
   * Returns a page of the projects that the user is a member of, or of all projects if `userId` is null; newest first.
   *
   * @param granted slugs or ids of further projects to include
   */
  abstract list(
    userId: string | null,
    granted: readonly string[],
    page: PageRequest,
  ): Promise<Page<ProjectRecord>>;

  abstract find(projectId: string): Promise<Versioned<ProjectRecord> | null>;

  /** Returns the configuration with its secrets. */
  abstract config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null>;

  /** Returns the metadata of a project, `{}` initially; null when the project does not exist. */
  abstract metadata(projectId: string): Promise<Versioned<JsonObject> | null>;

  /**
   * Returns a page of the members, oldest first.
   *
   * @param userId selects the member with this id
   */
  abstract members(
    projectId: string,
    filter: { userId?: string | undefined },
    page: PageRequest,
  ): Promise<Page<MemberRecord>>;

  /** Returns a page of the memberships of a user, in the order of the ids of the projects. */
  abstract memberships(userId: string, page: PageRequest): Promise<Page<MembershipRecord>>;

  /** Returns null when the user is not a member or the id is not a UUID. */
  abstract member(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null>;
}
