import { oneOf } from '../../../shared/rules.js';

/** The roles of users in a project. Each role includes the previous ones. */
export const roles = ['viewer', 'contributor', 'editor', 'owner'] as const;

export type Role = (typeof roles)[number];

/** The roles of members: one who is `blocked` has no access, also where every signed-in person has. */
export const memberRoles = ['blocked', ...roles] as const;

export type MemberRole = (typeof memberRoles)[number];

export const roleRules = oneOf(memberRoles);

/** Returns whether a role includes another one. */
export function includesRole(role: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
}
