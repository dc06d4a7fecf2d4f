import { check, text } from '../../shared/rules.js';

export const commentRules = {
  content: text({ max: 10_000, required: true }),
};

/** What a user says about feedback. */
export class Comment {
  private constructor(
    readonly id: string,
    readonly feedbackId: string,
    readonly userId: string,
    public content: string,
    readonly createdAt: Date,
    public updatedAt: Date,
  ) {}

  /** @throws InvalidInput where a value breaks a rule */
  static write(
    comment: { id: string; feedbackId: string; userId: string },
    content: string,
    now: Date,
  ): Comment {
    check({ content }, commentRules);
    return new Comment(comment.id, comment.feedbackId, comment.userId, content, now, now);
  }

  /**
   * The same content again changes nothing.
   *
   * @throws InvalidInput where the content breaks a rule
   */
  edit(content: string, now: Date): void {
    check({ content }, commentRules);
    if (content === this.content) return;
    this.content = content;
    this.updatedAt = now;
  }
}
