import type { ProjectReader } from '../../../project/index.js';
import type { ShownPeople } from '../../../shared/records.js';
import type { ChangelogRecord, ChangelogSnapshot } from '../domain/changelog.js';

/** The properties that a reader can ask for beyond the ones that every entry has. */
type ChangelogMembers = Omit<ChangelogSnapshot, keyof ChangelogRecord>;

export type ChangelogMember = keyof ChangelogMembers;

/** The names of the members, in the order in which records have them. */
export const changelogMembers = [
  'tags',
  'state',
  'updated_at',
  'feedback',
  'attachments',
  'metadata',
  'fields',
] as const satisfies readonly ChangelogMember[];

/** A record with the members that were asked for. */
export type ViewedChangelog = ChangelogRecord & Partial<ChangelogMembers>;

/** Which additional members a reader wants. */
export interface ChangelogView {
  readonly include: readonly ChangelogMember[];
  /** For the state. */
  readonly now: Date;
  /** For the feedback that the entry is linked to. Entries that a host hides from the reader do not exist. */
  readonly reader: Pick<ProjectReader, 'userId' | 'hiddenBoards' | 'conditions'>;
  /** Keys of the fields that the reader can see. */
  readonly fieldKeys: readonly string[];
  readonly people?: ShownPeople;
}
