/** The types of the events of this module. */
export const changelogEventTypes = [
  'changelog.created',
  'changelog.updated',
  'changelog.published',
  'changelog.unpublished',
  'changelog.deleted',
] as const;
