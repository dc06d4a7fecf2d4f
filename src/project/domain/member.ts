import { oneOf } from '../../shared/rules.js';

/** What a user may do in a project, as a ladder: each role includes those before it. */
export const roles = ['viewer', 'contributor', 'editor', 'owner'] as const;

export type Role = (typeof roles)[number];

export const roleRules = oneOf(roles);

/** Whether one role includes another. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** A user's part in a project. */
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
