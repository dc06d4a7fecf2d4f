import { oneOf } from '../../shared/rules.js';

/** The roles of users in a project. Each role includes the previous ones. */
export const roles = ['viewer', 'contributor', 'editor', 'owner'] as const;

export type Role = (typeof roles)[number];

export const roleRules = oneOf(roles);

/** Returns whether a role includes another one. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** A member of a project. */
export class Member {
  private constructor(
    readonly projectId: string,
    readonly userId: string,
    public role: Role,
    readonly createdAt: Date,
  ) {}

  static join(projectId: string, userId: string, role: Role, now: Date): Member {
    return new Member(projectId, userId, role, now);
  }
}
