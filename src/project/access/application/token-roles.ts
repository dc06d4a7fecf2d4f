import type { Caller } from '../../../identity/index.js';
import { canBeSlug } from '../../../shared/slug.js';
import { type Role, roles } from '../domain/role.js';

/** A role that a token grants. */
interface TokenRole {
  /** Slug or id of the project. */
  readonly project: string;
  readonly role: Role;
}

/**
 * Returns the roles in projects that the token of a caller grants. Other texts grant nothing: an identity provider or a host may
 * give its tokens names of its own, and nobody is `blocked` by a token. An id has the form of a slug.
 */
export function tokenRolesOf({ projectRoles = [] }: Pick<Caller, 'projectRoles'>): TokenRole[] {
  return projectRoles.flatMap(({ project, role: name }) => {
    const role = roles.find((each) => each === name);
    return role && canBeSlug(project) ? [{ project, role }] : [];
  });
}
