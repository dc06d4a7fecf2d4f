import { check, oneOf, text } from '../../shared/rules.js';
import { FeedbackMerged, FeedbackNotMerged, MergeRefused } from './feedback.errors.js';

export const statuses = ['in_review', 'planned', 'in_progress', 'completed', 'rejected'] as const;

export type Status = (typeof statuses)[number];

/** The status of new feedback. */
export const firstStatus: Status = 'in_review';

export const feedbackRules = {
  title: text({ max: 300, required: true }),
  description: text({ max: 20_000 }),
  status: oneOf(statuses),
};

/** The maximum number of tags of one feedback record. */
export const maxTags = 100;

/** An idea, request or bug report submitted by a user. */
export class Feedback {
  private constructor(
    readonly id: string,
    readonly projectId: string,
    /** Id of the user who submitted it. */
    readonly userId: string,
    public title: string,
    public description: string,
    public status: Status,
    readonly createdAt: Date,
    public tagIds: readonly string[],
    /** Id of the feedback that it is merged into; null if it is not merged. */
    public mergedInto: string | null,
  ) {}

  /** @throws InvalidInput when a value violates a rule */
  static submit(
    feedback: { id: string; projectId: string; userId: string; createdAt: Date },
    values: { title: string; description?: string | undefined; status?: Status | undefined },
    tagIds: readonly string[],
  ): Feedback {
    check(values, feedbackRules);
    const { id, projectId, userId, createdAt } = feedback;
    const { title, description = '', status = firstStatus } = values;
    return new Feedback(id, projectId, userId, title, description, status, createdAt, tagIds, null);
  }

  /** @throws InvalidInput when a value violates a rule */
  revise(changes: { title?: string | undefined; description?: string | undefined }): void {
    check(changes, feedbackRules);
    this.title = changes.title ?? this.title;
    this.description = changes.description ?? this.description;
  }

  /**
   * Changes the status. All transitions are allowed.
   *
   * @throws InvalidInput when the status does not exist
   */
  moveTo(status: Status): void {
    check({ status }, feedbackRules);
    this.status = status;
  }

  /** Replaces the tags. */
  tagWith(tagIds: readonly string[]): void {
    this.tagIds = tagIds;
  }

  /**
   * Merges this feedback into a target, which then includes its votes and comments. No data is moved.
   *
   * @param hasMerged whether other feedback is merged into this one
   * @throws FeedbackMerged when it is already merged; MergeRefused when the merge would create a chain or a cycle
   */
  mergeInto(target: Feedback, hasMerged: boolean): void {
    if (this.mergedInto !== null) throw new FeedbackMerged(this.mergedInto);
    if (target.id === this.id) throw new MergeRefused('Feedback cannot be merged into itself.');
    if (target.mergedInto !== null)
      throw new MergeRefused('The target is itself merged into other feedback.');
    if (hasMerged) throw new MergeRefused('Other feedback is merged into this one.');
    this.mergedInto = target.id;
  }

  /**
   * Undoes the merge.
   *
   * @throws FeedbackNotMerged
   */
  unmerge(): void {
    if (this.mergedInto === null) throw new FeedbackNotMerged();
    this.mergedInto = null;
  }

  hasTags(tagIds: readonly string[]): boolean {
    return tagIds.length === this.tagIds.length && tagIds.every((id) => this.tagIds.includes(id));
  }
}
