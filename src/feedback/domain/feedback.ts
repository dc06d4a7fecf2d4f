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

/** Tags that one feedback can have. */
export const maxTags = 100;

/** What a user wishes of a project. */
export class Feedback {
  private constructor(
    readonly id: string,
    readonly projectId: string,
    /** Who submitted it. */
    readonly userId: string,
    public title: string,
    public description: string,
    public status: Status,
    readonly createdAt: Date,
    public tagIds: readonly string[],
    /** Id of the feedback that it is merged into; null where it is on its own. */
    public mergedInto: string | null,
  ) {}

  /** @throws InvalidInput where a value breaks a rule */
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

  /** @throws InvalidInput where a value breaks a rule */
  revise(changes: { title?: string | undefined; description?: string | undefined }): void {
    check(changes, feedbackRules);
    this.title = changes.title ?? this.title;
    this.description = changes.description ?? this.description;
  }

  /**
   * From any status to any other.
   *
   * @throws InvalidInput where there is no such status
   */
  moveTo(status: Status): void {
    check({ status }, feedbackRules);
    this.status = status;
  }

  /** Gives the feedback these tags and no others. */
  tagWith(tagIds: readonly string[]): void {
    this.tagIds = tagIds;
  }

  /**
   * From now on votes and comments of both are shown at the target, and this leaves the lists. Nothing is moved.
   *
   * @param hasMerged whether others are merged into this one
   * @throws FeedbackMerged where it is merged already; MergeRefused where that would make a chain or a circle
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
   * On its own again, with all that it had.
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
