/**
 * Whether feedback or a comment has been approved. What waits or was rejected is visible to its author and to editors only, and
 * counts nowhere.
 */
export const approvals = ['approved', 'pending', 'rejected'] as const;

export type Approval = (typeof approvals)[number];
