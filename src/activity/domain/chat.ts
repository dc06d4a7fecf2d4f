/** Types of the events that are told in a project's chat. */
export const chatEventTypes: readonly string[] = ['feedback.created', 'changelog.published'];
