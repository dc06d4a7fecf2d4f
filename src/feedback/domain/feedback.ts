import { check, oneOf, text } from '../../shared/rules.js';

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
export const mostTags = 100;

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
    return new Feedback(id, projectId, userId, title, description, status, createdAt, tagIds);
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

  hasTags(tagIds: readonly string[]): boolean {
    return tagIds.length === this.tagIds.length && tagIds.every((id) => this.tagIds.includes(id));
  }
}
