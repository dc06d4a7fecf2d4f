import type { Caller, ProjectRole } from '../../../identity/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { BoardRecord, RestrictedBoard } from '../../boards/domain/board.js';
import type { CompanyRecord, CompanySort } from '../../companies/domain/company.js';
import type { CustomFieldRecord, RestrictedField } from '../../custom-fields/domain/custom-field.js';
import type { MemberRecord, MembershipRecord, Role } from '../../members/domain/member.js';
import type { ExternalIdRecord, PersonRecord } from '../../people/domain/person.js';
import type { ProjectConfigRecord } from '../domain/project-config.js';
import type { ProjectSettingsRecord } from '../domain/project-settings.js';
import type { ProjectRecord } from '../domain/project.js';
import type { StatusRecord } from '../../statuses/domain/status.js';
import type { ProjectReader } from './project-grant.js';

/** A project found by its id, its current slug or a former one, with the role of a member in it. */
export interface ResolvedProject {
  id: string;
  /** The current slug. */
  slug: string;
  role: Role | null;
  /** The role of people who are not members; `''`: none. */
  signed_in: ProjectSettingsRecord['signed_in'];
  /** Which contributions wait for approval. */
  approval: ProjectSettingsRecord['approval'];
  restricted_boards: readonly RestrictedBoard[];
  restricted_fields: readonly RestrictedField[];
}

/** Returns whether a text is the current slug or the id of a project, and not a former slug. */
export function isNameOf({ id, slug }: { id: string; slug: string }, slugOrId: string): boolean {
  return slugOrId === slug || slugOrId.toLowerCase() === id;
}

/** A project of which everyone can read something. */
export interface PublicProjectRecord {
  readonly id: string;
  /** The current slug. */
  readonly slug: string;
  readonly public_feedback: boolean;
  readonly public_names: boolean;
  readonly restricted_boards: readonly RestrictedBoard[];
  readonly restricted_fields: readonly RestrictedField[];
}

/** What decides whether a caller has access to a project. */
export type ProjectVisitor = Pick<Caller, 'userId' | 'instanceAdmin' | 'projectRoles'>;

/** Reads projects as records that are ready to be sent. It does not check access: that is up to the caller. */
export abstract class ProjectQueries {
  /**
   * Returns the project with this id or slug, otherwise the one that had the slug last; null when there is none, or the
   * caller has no access to it. Both cases take the same time, so that slugs cannot be probed.
   *
   * @throws InvalidInput when the id of the user is not a UUID
   */
  abstract resolve(slugOrId: string, caller: ProjectVisitor): Promise<ResolvedProject | null>;

  /** Like `resolve`, for everyone: null also when nothing of the project is public. */
  abstract resolvePublic(slugOrId: string): Promise<PublicProjectRecord | null>;

  /**
   * Returns a page of the projects that the user can access, or of all projects if `userId` is null; newest first.
   *
   * @param projectRoles the roles that the token grants
   * @param filter `member`: without the projects that every signed-in person can access
   */
  abstract list(
    userId: string | null,
    projectRoles: readonly ProjectRole[],
    filter: { readonly member: boolean },
    page: PageRequest,
  ): Promise<Page<ProjectRecord>>;

  abstract find(projectId: string): Promise<Versioned<ProjectRecord> | null>;

  /** Returns the configuration with its secrets. */
  abstract config(projectId: string): Promise<Versioned<ProjectConfigRecord> | null>;

  abstract settings(projectId: string): Promise<Versioned<ProjectSettingsRecord> | null>;

  /** Returns all statuses of a project, in their order. */
  abstract statuses(projectId: string): Promise<StatusRecord[]>;

  /** Returns null when the key is unknown. */
  abstract status(projectId: string, key: string): Promise<Versioned<StatusRecord> | null>;

  /** Returns the boards that the reader can see, in their order. */
  abstract boards(reader: ProjectReader): Promise<BoardRecord[]>;

  /** Returns null when the slug is unknown, or the reader cannot see the board. */
  abstract board(reader: ProjectReader, slug: string): Promise<Versioned<BoardRecord> | null>;

  /** Returns the fields that the reader can see, in their order. */
  abstract fields(reader: ProjectReader): Promise<CustomFieldRecord[]>;

  /** Returns null when the key is unknown, or the reader cannot see the field. */
  abstract field(reader: ProjectReader, key: string): Promise<Versioned<CustomFieldRecord> | null>;

  /** Returns the metadata of a project, `{}` initially; null when the project does not exist. */
  abstract metadata(projectId: string): Promise<Versioned<JsonObject> | null>;

  /**
   * Returns a page of the members, oldest first.
   *
   * @param filter `userId` selects the member with this id; `withBlocked`: also those with the role `blocked`
   */
  abstract members(
    projectId: string,
    filter: { readonly userId?: string | undefined; readonly withBlocked: boolean },
    page: PageRequest,
  ): Promise<Page<MemberRecord>>;

  /**
   * Returns a page of the memberships of a user, in the order of the ids of the projects.
   *
   * @param filter `withBlocks`: also those of projects that blocked the user
   */
  abstract memberships(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<MembershipRecord>>;

  /**
   * Returns a page of the people, oldest first.
   *
   * @param filter `userId` selects the external ids of a user, `name` those of users whose name contains it, `company` those
   * of the people of a company
   */
  abstract people(
    projectId: string,
    filter: { userId?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>>;

  /** Returns null when the external id is unknown. */
  abstract person(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null>;

  /**
   * Returns a page of the companies.
   *
   * @param filter `name` selects those whose name contains it (case-insensitive)
   */
  abstract companies(
    projectId: string,
    filter: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>>;

  /** Returns null when the external id is unknown. */
  abstract company(projectId: string, externalId: string): Promise<Versioned<CompanyRecord> | null>;

  /**
   * Returns a page of the external ids of a user in all projects.
   *
   * @param filter `withBlocks`: also those in projects that blocked the user
   */
  abstract externalIds(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<ExternalIdRecord>>;

  /**
   * Returns the role that a user has by what is stored: a membership, the settings of the project, or as an instance admin. Null
   * if the account or the project does not exist.
   */
  abstract storedRole(projectId: string, userId: string): Promise<{ readonly role: Role | null } | null>;

  /** Returns null when the user is not a member or the id is not a UUID. */
  abstract member(projectId: string, userId: string): Promise<Versioned<MemberRecord> | null>;
}
