/**
 * What a mail is about: `confirmation` of a subscription, an `entry` of a changelog for a subscriber without an account, a
 * `notification` of a user, or a `digest` of several.
 */
export type MailKind = 'confirmation' | 'entry' | 'notification' | 'digest';

/** A mail that waits to be sent. Its text is composed when it is sent, from what the recipient can see then. */
export interface Mail {
  readonly id: string;
  readonly kind: MailKind;
  readonly projectId: string;
  /** Id of the user; of the subscriber if the kind is `confirmation` or `entry`. */
  readonly recipientId: string;
  /** Id of the changelog entry or notification that it is about; null for other kinds. */
  readonly subjectId: string | null;
  readonly createdAt: Date;
  /** The attempts that failed. */
  readonly failures: number;
}

const minute = 60_000;

/** The pauses between attempts, in milliseconds; the last one repeats. Servers that greylist accept the second or third. */
const pauses = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minute);

/** A mail that could not be sent for this long is dropped, in milliseconds: RFC 5321 §4.5.4.1 recommends 4 to 5 days. */
const maxAge = 5 * 24 * 60 * minute;

/** Returns when a mail is attempted again after a failure; null if it is dropped. */
export function nextAttemptAt({ failures, createdAt }: Mail, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() > maxAge) return null;
  return new Date(now.getTime() + pauses[Math.min(failures, pauses.length - 1)]!);
}
