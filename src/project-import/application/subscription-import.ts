import type { ProjectGrant } from '../../project/index.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';

/** A subscription of an exported project. Its values are not checked yet. */
export interface SubscriptionToImport {
  /** Null: to the changelog; `''` if the feedback is not stored yet, in a dry run. */
  readonly feedbackId: string | null;
  /** Null if the user is not stored yet, in a dry run. */
  readonly userId: string | null;
  /** False: the user has unsubscribed. */
  readonly subscribed?: boolean | undefined;
  readonly createdAt?: string | undefined;
}

/** Stores subscriptions. The module that owns them registers this. */
export interface SubscriptionImport {
  /** Returns the outcomes in the order of the subscriptions; one that exists is skipped. */
  import(
    grant: ProjectGrant,
    subscriptions: readonly SubscriptionToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]>;
}
