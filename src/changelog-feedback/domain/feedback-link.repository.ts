/** The stored links between changelog entries and feedback. */
export abstract class FeedbackLinkRepository {
  /**
   * Stores a link. Storing it again changes nothing.
   *
   * @throws ChangelogNotFound when the entry has been deleted in the meantime
   */
  abstract add(changelogId: string, feedbackId: string): Promise<void>;

  /** Removes the links of an entry to any of the feedback. Returns whether there were any. */
  abstract remove(changelogId: string, feedbackIds: readonly string[]): Promise<boolean>;

  /** Returns the ids of the feedback that an entry is linked to. */
  abstract feedbackOf(changelogId: string): Promise<string[]>;

  /** Returns the ids of the entries that are linked to any of the feedback. */
  abstract changelogsOf(feedbackIds: readonly string[]): Promise<string[]>;
}
