import { check, text } from '../../shared/rules.js';

export const commentRules = {
  content: text({ max: 10_000, required: true }),
};

/** A comment on feedback. */
export class Comment {
  private constructor(
    readonly id: string,
    readonly feedbackId: string,
    readonly userId: string,
    public content: string,
    readonly createdAt: Date,
    public updatedAt: Date,
  ) {}

  /** @throws InvalidInput when a value violates a rule */
  static write(
    comment: { id: string; feedbackId: string; userId: string },
    content: string,
    now: Date,
  ): Comment {
    check({ content }, commentRules);
    return new Comment(comment.id, comment.feedbackId, comment.userId, content, now, now);
  }

  /**
   * Updates the content. The same content changes nothing.
   *
   * @throws InvalidInput when the content violates a rule
   */
  edit(content: string, now: Date): void {
    check({ content }, commentRules);
    if (content === this.content) return;
    this.content = content;
    this.updatedAt = now;
  }
}
