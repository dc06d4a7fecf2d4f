/** The types of the events of this module. */
export const projectEventTypes = [
  'project.created',
  'project.updated',
  'project.config_updated',
  'project.settings_updated',
  'project.metadata_updated',
  'status.created',
  'status.updated',
  'status.deleted',
  'board.created',
  'board.updated',
  'board.deleted',
  'member.added',
  'member.updated',
  'member.removed',
] as const;
