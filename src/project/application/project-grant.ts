import { type Caller, includesScope } from '../../identity/index.js';
import type { NewEvent } from '../../shared/events.js';
import { includesRole, type Role } from '../domain/member.js';
import { InsufficientRole } from '../domain/project.errors.js';

/**
 * The proof that a caller may act in a project. Only `ProjectAccess` makes one, and every use case within a project
 * asks for one.
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
   * For rights that depend on what a request changes.
   *
   * @throws InsufficientRole
   */
  require(role: Role, action: string, pointer?: string): void {
    if (!this.has(role)) throw new InsufficientRole(role, action, pointer);
  }

  /** Something that the caller did in the project. */
  event(type: string, data: object, previous: object = {}): NewEvent {
    return { type, projectId: this.projectId, actorId: this.caller.userId, data, previous };
  }

  /** The user that a path names: `me` stands for the caller. */
  userNamed(userId: string): string {
    return userId === 'me' ? this.caller.userId : userId;
  }

  /** Whether the caller may read the project's secrets. */
  get readsSecrets(): boolean {
    return this.has('owner') && includesScope(this.caller.scope, 'admin');
  }
}
