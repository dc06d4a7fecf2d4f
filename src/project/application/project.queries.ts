import type { UserRecord } from '../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../shared/records.js';
import type { Role } from '../domain/member.js';
import { hiddenSecret } from '../domain/project-config.js';

export interface ProjectRecord {
  id: string;
  name: string;
  slug: string;
  icon: string;
  icon_radius: string;
  og_image: string;
  /** ISO 8601 in UTC with milliseconds, as all timestamps of records. */
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
  /** A secret: to be hidden from all but owners. */
  integration_chat_webhook: string;
  created_at: string;
}

/** The configuration, or a part of it, for those who may not read its secrets: they only see whether there are any. */
export function withoutSecrets<T extends Partial<ProjectConfigRecord>>(config: T): T {
  return config.integration_chat_webhook ? { ...config, integration_chat_webhook: hiddenSecret } : config;
}

export interface MemberRecord {
  user: UserRecord;
  role: Role;
  created_at: string;
}

/**
 * The field of a member that `previous` of an event leaves out: the user changes by other use cases. All others are compared,
 * as are all fields of projects and configurations.
 */
export const notInPrevious = ['user'] as const satisfies readonly (keyof MemberRecord)[];

/** What decides on access: a project as found by a slug that it has or had, and the user's role in it. */
export interface ProjectEntry {
  id: string;
  /** The present slug. */
  slug: string;
  role: Role | null;
}

/** Reads of projects, ready to be sent. */
export abstract class ProjectQueries {
  /** The project that has this slug, else the one that had it last; null when there is none. */
  abstract entry(slug: string, userId: string): Promise<ProjectEntry | null>;

  /** Projects that the user is a member of, or all where `userId` is null; newest first. */
  abstract list(userId: string | null, page: PageRequest): Promise<Page<ProjectRecord>>;

  abstract find(projectId: string): Promise<Versioned<ProjectRecord> | null>;

  abstract config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null>;

  abstract members(projectId: string, page: PageRequest): Promise<Page<MemberRecord>>;

  /** Null when the user is no member, or the id is no UUID. */
  abstract member(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null>;
}
