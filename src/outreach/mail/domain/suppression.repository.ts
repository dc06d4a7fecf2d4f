import type { Versioned } from '../../../shared/records.js';

/** Why no mail is sent to an e-mail address: its server refused it, or an administrator added it. */
export const suppressionReasons = ['refused', 'manual'] as const;

export type SuppressionReason = (typeof suppressionReasons)[number];

/** An e-mail address that no mail is sent to, as the API returns it. */
export interface SuppressionRecord {
  email: string;
  reason: SuppressionReason;
  created_at: string;
}

/** Stores the e-mail addresses that no mail is sent to. They are compared case-insensitively. */
export abstract class SuppressionRepository {
  /** Returns the record, null when mails are sent to the address. */
  abstract find(email: string): Promise<Versioned<SuppressionRecord> | null>;

  /** Adds an address. One that is suppressed stays as it is. Returns the record, and whether it was added. */
  abstract add(
    email: string,
    reason: SuppressionReason,
    now: Date,
  ): Promise<{ readonly suppression: Versioned<SuppressionRecord>; readonly added: boolean }>;

  /** Returns whether the address was suppressed. */
  abstract remove(email: string): Promise<boolean>;
}
