import type { DescribedEvent } from '../../platform/openapi/index.js';
import { ChangelogSnapshotResponse, PreviousChangelog } from '../entries/http/changelog.dto.js';

/** The events of this module by type. */
export const changelogEvents: Readonly<Record<string, DescribedEvent>> = {
  'changelog.created': { when: 'An entry was created.', data: ChangelogSnapshotResponse },
  'changelog.updated': {
    when: 'Fields of an entry changed. `published` is among them only if an entry was scheduled, or became a draft before its `publish_date`.',
    data: ChangelogSnapshotResponse,
    previous: PreviousChangelog,
  },
  'changelog.published': {
    when: 'An entry became visible to all members: it was published, or its `publish_date` was reached.',
    data: ChangelogSnapshotResponse,
    previous: PreviousChangelog,
  },
  'changelog.unpublished': {
    when: 'An entry became a draft again.',
    data: ChangelogSnapshotResponse,
    previous: PreviousChangelog,
  },
  'changelog.deleted': {
    when: 'An entry was deleted. `data` is its last state.',
    data: ChangelogSnapshotResponse,
  },
};
