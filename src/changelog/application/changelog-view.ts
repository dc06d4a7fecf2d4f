import type { ChangelogRecord } from '../domain/changelog.js';

/** Not published; published with a `publish_date` in the future; visible to all members. */
export const changelogStates = ['draft', 'scheduled', 'published'] as const;

export type ChangelogState = (typeof changelogStates)[number];

/** The members that a reader can ask for in addition to those of every record of an entry. */
export interface ChangelogMembers {
  state: ChangelogState;
  /** Time of the last change. */
  updated_at: string;
}

export type ChangelogMember = keyof ChangelogMembers;

/** The names of the members, in the order in which records have them. */
export const changelogMembers = ['state', 'updated_at'] as const satisfies readonly ChangelogMember[];

/** A record with the members that were asked for. */
export type ViewedChangelog = ChangelogRecord & Partial<ChangelogMembers>;

/** Which additional members a reader wants. */
export interface ChangelogView {
  readonly include: readonly ChangelogMember[];
  /** For the state. */
  readonly now: Date;
}
