import type { Caller } from '../../../identity/index.js';
import type { Role } from '../domain/role.js';
import type { RestrictedBoard } from '../domain/hidden-boards.js';
import type { RestrictedField } from '../domain/field-access.js';
import type { ApprovalMode } from '../domain/approval-mode.js';

/** A project found by its id, its current slug or a former one, with the role of a member in it. */
export interface ResolvedProject {
  id: string;
  /** The current slug. */
  slug: string;
  role: Role | null;
  /** The role of people who are not members; `''`: none. */
  signed_in: Role | '';
  /** Which contributions wait for approval. */
  approval: ApprovalMode;
  restricted_boards: readonly RestrictedBoard[];
  restricted_fields: readonly RestrictedField[];
}

/** Returns whether a text is the current slug or the id of a project, and not a former slug. */
export function isNameOf({ id, slug }: { id: string; slug: string }, slugOrId: string): boolean {
  return slugOrId === slug || slugOrId.toLowerCase() === id;
}

/** A project with something that everyone can read. */
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

/** Reads who can access projects. It does not decide about access: that is up to the caller. */
export abstract class AccessQueries {
  /**
   * Returns the project with this id or slug, otherwise the one that had the slug last; null when there is none, or the
   * caller has no access to it. Both cases take the same time, so that slugs cannot be probed.
   *
   * The id is looked up first. New slugs are no UUIDs, but slugs of earlier releases may be, and must not hide another project.
   *
   * @throws InvalidInput when the id of the user is not a UUID
   */
  abstract resolve(slugOrId: string, caller: ProjectVisitor): Promise<ResolvedProject | null>;

  /** Like `resolve`, for everyone: null also when nothing of the project is public. */
  abstract resolvePublic(slugOrId: string): Promise<PublicProjectRecord | null>;

  /**
   * Returns the role that a user has by what is stored: a membership, the settings of the project, or as an instance admin. Null
   * if the account or the project does not exist.
   */
  abstract storedRole(projectId: string, userId: string): Promise<{ readonly role: Role | null } | null>;

  /** Returns the ids of the projects in which a user is an editor or owner. */
  abstract projectsEditedBy(userId: string): Promise<string[]>;
}
