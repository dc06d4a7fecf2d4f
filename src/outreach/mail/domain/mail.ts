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
  /** When it was added; of a digest, the time of the first event in it. */
  readonly createdAt: Date;
  /** The attempts that failed. */
  readonly failures: number;
}

const minute = 60_000;

/** The pauses between attempts, in milliseconds; the last one repeats. Servers that greylist accept the second or third. */
const pauses = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minute);

/** A mail is dropped after this many failures, which takes five days: RFC 5321 §4.5.4.1 recommends four to five. */
const maxFailures = 24;

/** Returns when a mail is attempted again after a failure; null if it is dropped. */
export function nextAttemptAt({ failures }: Pick<Mail, 'failures'>, now: Date): Date | null {
  if (failures >= maxFailures) return null;
  return new Date(now.getTime() + pauses[Math.min(failures, pauses.length - 1)]!);
}
