import { type Caller, includesScope, InsufficientScope, type Scope } from '../../identity/index.js';
import type { NewEvent } from '../../shared/events.js';
import { includesRole, type Role } from '../domain/member.js';
import { InsufficientRole } from '../domain/project.errors.js';

/**
 * The permissions of a caller in a project. Only `ProjectAccess` creates one. Every use case within a project takes one,
 * and calls `authorize` first if it needs more than the role viewer and the scope read.
 */
export class ProjectGrant {
  constructor(
    readonly projectId: string,
    readonly role: Role,
    readonly caller: Caller,
  ) {}

  has(role: Role): boolean {
    return includesRole(this.role, role);
  }

  /**
   * Requires the role and the scope that a use case needs, the same as those of its operation.
   *
   * @throws InsufficientScope, InsufficientRole
   */
  authorize(role: Role, scope: Scope): void {
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

  /** Returns the id of the user in a path, where `me` stands for the caller. */
  userNamed(userId: string): string {
    return userId === 'me' ? this.caller.userId : userId;
  }

  /** Whether the caller can read the secrets of the project. */
  get readsSecrets(): boolean {
    return this.has('owner') && includesScope(this.caller.scope, 'admin');
  }
}
