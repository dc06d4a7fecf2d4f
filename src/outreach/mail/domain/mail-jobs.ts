/** A changelog entry that was published. */
export interface PublishedEntry {
  readonly projectId: string;
  readonly entryId: string;
  /** When it was published: who subscribed later is not told. ISO 8601. */
  readonly publishedAt: string;
}

/** What the jobs do. */
export interface MailJobHandlers {
  /** Sends due mails, and returns the number of those that were dropped. Errors of single mails are passed to `onError`. */
  readonly send: (signal: AbortSignal, onError: (error: Error) => void) => Promise<number>;
  /** Adds the mails about a changelog entry. */
  readonly addForEntry: (entry: PublishedEntry, signal: AbortSignal) => Promise<void>;
}

/** The jobs that send mails. One process at a time runs them, which limits how many mails all processes send per minute. */
export abstract class MailJobs {
  /** Registers what the jobs do. To be called before the application has started. */
  abstract handle(handlers: MailJobHandlers): void;

  /** Adds a job, in the current unit of work, that sends the mails that are due. */
  abstract send(): Promise<void>;

  /** Adds a job, in the current unit of work, that sends the mails that are due at a later time. It replaces the one before. */
  abstract sendAt(runAt: Date): Promise<void>;

  /** Adds a job, in the current unit of work, that adds the mails about a changelog entry. */
  abstract addForEntry(entry: PublishedEntry): Promise<void>;
}
