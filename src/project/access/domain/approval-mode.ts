/**
 * Which contributions wait for approval: none, contributions of people who have nothing approved in the project yet, or all.
 * Contributions of editors never wait.
 */
export const approvalModes = ['off', 'first', 'all'] as const;

export type ApprovalMode = (typeof approvalModes)[number];
