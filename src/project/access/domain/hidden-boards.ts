import { includesRole, type Role } from './role.js';

/**
 * Who sees the feedback of a board: everyone who can read the project, members and signed-in people only, editors and the author
 * of each record, or editors only.
 */
export const boardVisibilities = ['public', 'members', 'own', 'editors'] as const;

export type BoardVisibility = (typeof boardVisibilities)[number];

/** A board whose feedback not everyone can see who can read the project. */
export interface RestrictedBoard {
  readonly slug: string;
  readonly visibility: BoardVisibility;
}

/** The boards of a project whose feedback a reader cannot see. For most readers, there are none. */
export interface HiddenBoards {
  /** Slugs of boards that the reader cannot see. */
  readonly entirely: readonly string[];
  /** Slugs of boards on which the reader sees their own feedback only. */
  readonly exceptOwn: readonly string[];
}

export const nothingHidden: HiddenBoards = { entirely: [], exceptOwn: [] };

/** Returns whether any feedback is hidden from the reader. */
export function hidesAny({ entirely, exceptOwn }: HiddenBoards): boolean {
  return entirely.length > 0 || exceptOwn.length > 0;
}

/**
 * Returns which of the restricted boards of a project are hidden from a reader.
 *
 * @param role the role of the reader; null for everyone, without a token
 */
export function hiddenFrom(role: Role | null, restricted: readonly RestrictedBoard[]): HiddenBoards {
  if (restricted.length === 0 || (role && includesRole(role, 'editor'))) return nothingHidden;
  const slugsOf = (...visibilities: BoardVisibility[]) =>
    restricted.filter(({ visibility }) => visibilities.includes(visibility)).map(({ slug }) => slug);
  if (role === null) return { entirely: slugsOf('members', 'own', 'editors'), exceptOwn: [] };
  return { entirely: slugsOf('editors'), exceptOwn: slugsOf('own') };
}
