/**
 * Which contributions wait for approval: none, those of people of whom none has been approved in the project, or all. Those of
 * editors never do.
 */
export const approvalModes = ['off', 'first', 'all'] as const;

export type ApprovalMode = (typeof approvalModes)[number];
