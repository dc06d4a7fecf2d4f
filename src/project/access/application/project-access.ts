import { type Caller, includesScope, InsufficientScope, type Permission } from '../../../identity/index.js';
import type { NewEvent } from '../../../shared/events.js';
import { type HiddenBoards, hidesAny, nothingHidden } from '../domain/hidden-boards.js';
import { type FieldAccess, noFields } from '../domain/field-access.js';
import { includesRole, type Role } from '../domain/role.js';
import { InsufficientRole } from '../domain/access.errors.js';
import type { ApprovalMode } from '../domain/approval-mode.js';
import type { VisibilityConditions } from './visibility.js';

/** What a use case within a project requires of its caller. */
export interface ProjectPermission extends Permission {
  readonly role: Role;
}

/** For whom something of a project is read. What is hidden from the reader does not exist for them. */
export interface ProjectReader {
  readonly projectId: string;
  readonly userId: string;
  readonly hiddenBoards: HiddenBoards;
  /** Keys of the fields that the reader cannot see. */
  readonly hiddenFields: readonly string[];
  /** Whether the reader sees what waits for approval or was rejected, besides their own. */
  readonly seesUnapproved: boolean;
  /** What a host requires of the records that the reader can see. */
  readonly conditions: VisibilityConditions;
}

/**
 * The role and the scope of a caller in a project. Only `ProjectAuthorizer` creates one. Every use case within a project takes
 * one, calls `authorize` first, and throws `InsufficientRole` or
 * `InsufficientScope` without changing anything.
 */
export class ProjectAccess {
  /** @internal */
  constructor(
    readonly projectId: string,
    readonly role: Role,
    readonly caller: Caller,
    /** The boards whose feedback the caller cannot see. */
    readonly hiddenBoards: HiddenBoards = nothingHidden,
    /** What the fields of the project are for the caller. */
    readonly fields: FieldAccess = noFields,
    /** Which contributions wait for approval. */
    readonly approval: ApprovalMode = 'off',
    /** Whether the access is for the erasure of a person. */
    readonly isErasure = false,
    /** What a host requires of the records that the caller can see. */
    readonly conditions: VisibilityConditions = {},
  ) {}

  /** The caller as a reader of what belongs to the project. */
  get reader(): ProjectReader {
    return {
      projectId: this.projectId,
      userId: this.caller.userId,
      hiddenBoards: this.hiddenBoards,
      hiddenFields: this.fields.hidden,
      seesUnapproved: this.has('editor'),
      conditions: this.conditions,
    };
  }

  /** A reader from whom nothing is hidden, for what a use case has to read regardless of its caller. */
  get unrestrictedReader(): ProjectReader {
    const { projectId, caller } = this;
    return {
      projectId,
      userId: caller.userId,
      hiddenBoards: nothingHidden,
      hiddenFields: [],
      seesUnapproved: true,
      conditions: {},
    };
  }

  /**
   * What the caller can do and see, apart from single records: the project, role and scope, and the hidden fields. As values
   * that JSON can express.
   */
  get rights(): readonly unknown[] {
    const { scope, instanceAdmin } = this.caller;
    return [this.projectId, this.role, scope, instanceAdmin, this.fields.hidden];
  }

  /** Whether approved feedback may be hidden from the caller. */
  get hidesFeedback(): boolean {
    return hidesAny(this.hiddenBoards) || this.conditions.feedback !== undefined;
  }

  has(role: Role): boolean {
    return includesRole(this.role, role);
  }

  /**
   * Requires the role and the scope of a use case, an entry of the module's `permissions`.
   *
   * @throws InsufficientScope, InsufficientRole
   */
  authorize({ role, scope }: ProjectPermission): void {
    if (!includesScope(this.caller.scope, scope)) throw new InsufficientScope(scope);
    this.require(role, 'This operation');
  }

  /**
   * Requires a role for an action, for permissions that depend on what a request changes.
   *
   * @throws InsufficientRole
   */
  require(role: Role, action: string, pointer?: string): void {
    if (!this.has(role)) throw new InsufficientRole(role, action, pointer);
  }

  /** Returns a new event of the project with the caller as its actor. */
  event(type: string, data: object, previous: object = {}): NewEvent {
    return { type, projectId: this.projectId, actorId: this.caller.userId, data, previous };
  }

  /** Whether the caller can read the secrets of the project. */
  get readsSecrets(): boolean {
    return this.has('owner') && includesScope(this.caller.scope, 'admin');
  }
}
