import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../identity/index.js';
import { hiddenFrom, nothingHidden } from '../domain/hidden-boards.js';
import { fieldAccessOf, noFields } from '../domain/field-access.js';
import { includesRole, type Role, roles } from '../domain/role.js';
import { ProjectNotFound, ProjectRenamed } from '../domain/access.errors.js';
import { ProjectAccess } from './project-access.js';
import { AccessQueries, isNameOf, type PublicProjectRecord, type ResolvedProject } from './access.queries.js';
import { tokenRolesOf } from './token-roles.js';
import { VisibilityOfHost, type VisibilityConditions } from './visibility.js';

/** Decides who can access a project. */
@Injectable()
export class ProjectAuthorizer {
  /** @internal */
  constructor(
    private readonly queries: AccessQueries,
    private readonly visibility: VisibilityOfHost = new VisibilityOfHost(),
  ) {}

  /**
   * @throws ProjectNotFound when it does not exist, the caller is not a member, or the token is bound to another
   * project; ProjectRenamed when the slug is a former one; InsufficientRole; InvalidInput when the id of the user is not
   * a UUID
   */
  async authorize(caller: Caller, slugOrId: string, needed: Role): Promise<ProjectAccess> {
    const project = await this.queries.resolve(slugOrId, caller);
    const role = project && roleOf(caller, project);
    if (!role || (caller.projectId !== null && caller.projectId !== project.id)) {
      throw new ProjectNotFound();
    }
    if (!isNameOf(project, slugOrId)) throw new ProjectRenamed(project.slug);
    const hiddenBoards = hiddenFrom(role, project.restricted_boards);
    const fields = fieldAccessOf(role, project.restricted_fields);
    const reader = { projectId: project.id, userId: caller.userId, role };
    const conditions = await this.visibility.conditionsFor(reader);
    const { id, approval } = project;
    const access = new ProjectAccess(id, role, caller, hiddenBoards, fields, approval, false, conditions);
    access.require(needed, 'This operation');
    return access;
  }

  /**
   * Checks again that the caller has a role, at the end of a request that has taken long. Returns whether what is stored gives
   * it to them, so that `hasStoredRole` can check it later; a role of their token is known for the request only.
   *
   * @throws ProjectNotFound, InsufficientRole
   */
  async authorizeAgain({ projectId, caller }: ProjectAccess, needed: Role): Promise<{ isStored: boolean }> {
    const stored = await this.queries.storedRole(projectId, caller.userId);
    if (!stored) throw new ProjectNotFound();
    if (stored.role && includesRole(stored.role, needed)) return { isStored: true };
    await this.authorize({ ...caller, instanceAdmin: false }, projectId, needed);
    return { isStored: false };
  }

  /** Returns whether a user has a role by what is stored, for background work that they have requested. */
  async hasStoredRole(projectId: string, userId: string, needed: Role): Promise<boolean> {
    const role = (await this.queries.storedRole(projectId, userId))?.role;
    return role ? includesRole(role, needed) : false;
  }

  /**
   * Returns a project whose feedback or changelog everyone can read.
   *
   * @throws ProjectNotFound
   */
  async openPublic(slugOrId: string): Promise<PublicProjectRecord> {
    const project = await this.queries.resolvePublic(slugOrId);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /**
   * Returns a project whose feedback everyone can read.
   *
   * @throws ProjectNotFound
   */
  async openPublicFeedback(slugOrId: string): Promise<PublicProjectRecord> {
    const project = await this.openPublic(slugOrId);
    if (!project.public_feedback) throw new ProjectNotFound();
    return project;
  }

  /** Returns the permissions for reading what is public, which belong to nobody. */
  async publicAccess({
    id: projectId,
    restricted_boards,
    restricted_fields,
  }: PublicProjectRecord): Promise<ProjectAccess> {
    const nobody: Caller = {
      userId: '00000000-0000-0000-0000-000000000000',
      instanceAdmin: false,
      tokenId: null,
      scope: 'read',
      projectId,
      tokenExpiresAt: null,
    };
    const hiddenBoards = hiddenFrom(null, restricted_boards);
    const fields = fieldAccessOf('viewer', restricted_fields);
    const conditions = await this.publicConditions(projectId);
    return new ProjectAccess(projectId, 'viewer', nobody, hiddenBoards, fields, 'off', false, conditions);
  }

  /**
   * Returns what a host requires of the records that everyone can see.
   *
   * @internal
   */
  async publicConditions(projectId: string): Promise<VisibilityConditions> {
    return this.visibility.conditionsFor({ projectId, userId: null, role: null });
  }

  /** Returns the permissions of an owner, for background work that an instance admin has requested. */
  ownerAccess(projectId: string, userId: string, { isErasure = false } = {}): ProjectAccess {
    const caller: Caller = {
      userId,
      instanceAdmin: true,
      tokenId: null,
      scope: 'admin',
      projectId: null,
      tokenExpiresAt: null,
    };
    return new ProjectAccess(projectId, 'owner', caller, nothingHidden, noFields, 'off', isErasure);
  }
}

/**
 * Returns the largest role that the caller has in the project, by membership or by the token, or else the role of people
 * who are not members; null if there is none.
 */
function roleOf(caller: Caller, { id, slug, role, signed_in: signedIn }: ResolvedProject): Role | null {
  if (caller.instanceAdmin) return 'owner';
  const granted = tokenRolesOf(caller).filter(({ project }) => project === slug || project === id);
  const own = roles.findLast((each) => each === role || granted.some((access) => access.role === each));
  return own ?? (signedIn || null);
}
