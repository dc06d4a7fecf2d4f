/** A change of the status, as it is recorded. */
export interface StatusChange {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Id of the user who changed it. */
  readonly userId: string;
  /** Id of the comment that explains it; null if there is none. */
  readonly commentId: string | null;
  readonly createdAt: Date;
}

/** The id of a change, who makes it and when. */
export type StatusChangeOrigin = Pick<StatusChange, 'id' | 'userId' | 'createdAt'>;
