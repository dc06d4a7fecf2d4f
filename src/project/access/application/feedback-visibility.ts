import type { Role } from '../domain/role.js';

/** Who reads feedback of a project. */
export interface FeedbackReader {
  readonly projectId: string;
  /** Null for everyone, without a token. */
  readonly userId: string | null;
  /** The role in the project, `owner` for instance admins; null for everyone. */
  readonly role: Role | null;
}

/** A condition on feedback in SQL. */
export interface FeedbackCondition {
  /**
   * An expression of the type `boolean` over the columns of `feedback`, a row of the view `feedback_records_v1`. Feedback for
   * which it is false or null is hidden. `:name` stands for a parameter.
   */
  readonly sql: string;
  /** The values of the parameters, by name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** Decides which feedback a reader can see, beyond boards and approval. */
export abstract class FeedbackVisibility {
  /**
   * Returns the condition for what a reader can see; undefined if it hides nothing from them. Called once for each request,
   * and for each recipient of a notification.
   */
  abstract conditionFor(
    reader: FeedbackReader,
  ): FeedbackCondition | undefined | Promise<FeedbackCondition | undefined>;
}

/** A visibility that a host application provides in the option `ports`. */
export abstract class HostFeedbackVisibility extends FeedbackVisibility {}

/** Hides nothing but what boards and approval hide. */
export class FullVisibility extends FeedbackVisibility {
  override conditionFor(): undefined {
    return undefined;
  }
}
