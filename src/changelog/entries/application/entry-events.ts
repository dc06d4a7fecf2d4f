import type { ProjectAccess } from '../../../project/index.js';
import { type NewEvent, previousOf } from '../../../shared/events.js';
import { type ChangelogSnapshot, notInPrevious } from '../domain/changelog.js';

/** Returns the events of a new entry. */
export function entryCreatedEvents(
  access: ProjectAccess,
  created: ChangelogSnapshot,
  isAnnounced: boolean,
): NewEvent[] {
  return [
    access.event('changelog.created', created),
    ...(isAnnounced ? [access.event('changelog.published', created)] : []),
  ];
}

/**
 * Returns the events of an update of an entry. When it becomes visible to all members, or stops being so, `published` belongs to
 * a separate event.
 */
export function entryUpdateEvents(
  access: ProjectAccess,
  before: ChangelogSnapshot,
  after: ChangelogSnapshot,
  outcome: 'published' | 'unpublished' | null,
): NewEvent[] {
  const { published, ...others } = previousOf(before, after, notInPrevious) ?? {};
  const formerFlag = published === undefined ? {} : { published };
  const updated = outcome ? others : { ...others, ...formerFlag };
  return [
    ...(Object.keys(updated).length > 0 ? [access.event('changelog.updated', after, updated)] : []),
    ...(outcome ? [access.event(`changelog.${outcome}`, after, formerFlag)] : []),
  ];
}
