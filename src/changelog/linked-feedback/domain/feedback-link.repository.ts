/** The stored links between changelog entries and feedback. Links are deleted with the entry or the feedback. */
export abstract class FeedbackLinkRepository {
  /** Stores a link between an entry and feedback that exist. Storing it again changes nothing. */
  abstract add(changelogId: string, feedbackId: string): Promise<void>;

  /** Removes the links of an entry to any of the feedback. Returns whether there were any. */
  abstract remove(changelogId: string, feedbackIds: readonly string[]): Promise<boolean>;

  /** Returns the ids of the feedback that an entry is linked to. */
  abstract feedbackOf(changelogId: string): Promise<string[]>;

  /** Returns the ids of the entries that are linked to any of the feedback, each once. */
  abstract changelogsOf(feedbackIds: readonly string[]): Promise<string[]>;
}
