import type { Feedback } from './feedback.js';

/** The stored feedback. */
export abstract class FeedbackRepository {
  /** @throws ProjectNotFound when the project is gone */
  abstract add(feedback: Feedback): Promise<void>;

  /**
   * The feedback of that project, which no other unit of work can load until this one ends; null when there is none or
   * the id is no UUID.
   */
  abstract load(projectId: string, id: string): Promise<Feedback | null>;

  abstract save(feedback: Feedback): Promise<void>;

  abstract remove(feedback: Feedback): Promise<void>;
}
