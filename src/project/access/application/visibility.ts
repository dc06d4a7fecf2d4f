import type { Role } from '../domain/role.js';

/**
 * The records that a host can hide, each a row of a view `{name}_records_v1`, with the column for what the record belongs to: it is
 * hidden with that.
 */
export const hideable = { feedback: 'merged_into', changelog: null, comment: 'parent_id' } as const;

/** The name of a kind of records that a host can hide, and of their rows in conditions. */
export type Hideable = keyof typeof hideable;

/** Who reads records of a project. */
export interface VisibilityReader {
  readonly projectId: string;
  /** Null for everyone, without a token. */
  readonly userId: string | null;
  /** The role in the project, `owner` for instance admins; null for everyone. */
  readonly role: Role | null;
}

/** A condition on records in SQL. */
export interface VisibilityCondition {
  /**
   * An expression of the type `boolean` over the columns of one row: `feedback` of the view `feedback_records_v1`, `changelog` of
   * `changelog_records_v1`, or `comment` of `comment_records_v1`. Records for which it is false or null are hidden. `:name` stands
   * for a parameter.
   */
  readonly sql: string;
  /** The values of the parameters, by name. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/** What a host requires of the records that a reader can see; nothing of those without a condition. */
export type VisibilityConditions = Readonly<Partial<Record<Hideable, VisibilityCondition>>>;

/** Decides which records of a kind a reader can see, beyond what roles, boards and approval decide. */
export abstract class Visibility {
  /**
   * Returns the condition for what a reader can see; undefined if it hides nothing from them. Called once for each request,
   * and for each recipient of a notification.
   */
  abstract conditionFor(
    reader: VisibilityReader,
  ): VisibilityCondition | undefined | Promise<VisibilityCondition | undefined>;
}

/** A visibility of feedback that a host application provides in the option `ports`. */
export abstract class HostFeedbackVisibility extends Visibility {}

/** A visibility of changelog entries that a host application provides in the option `ports`. */
export abstract class HostChangelogVisibility extends Visibility {}

/** A visibility of comments that a host application provides in the option `ports`. */
export abstract class HostCommentVisibility extends Visibility {}

/** What a host hides from readers. */
export class VisibilityOfHost {
  private readonly bound: readonly (readonly [Hideable, Visibility])[];

  /** @param visibilities those that the host provides */
  constructor(visibilities: Readonly<Partial<Record<Hideable, Visibility | undefined>>> = {}) {
    this.bound = (Object.keys(hideable) as Hideable[]).flatMap((name) => {
      const visibility = visibilities[name];
      return visibility ? [[name, visibility] as const] : [];
    });
  }

  /** Returns whether the host may hide records of this kind; without one, of any kind. */
  mayHide(kind?: Hideable): boolean {
    return this.bound.some(([name]) => kind === undefined || name === kind);
  }

  /** Returns the conditions for what a reader can see. Asks the host for each. */
  async conditionsFor(reader: VisibilityReader): Promise<VisibilityConditions> {
    const conditions: Partial<Record<Hideable, VisibilityCondition>> = {};
    for (const [name, visibility] of this.bound) {
      const condition = await visibility.conditionFor(reader);
      if (condition) conditions[name] = condition;
    }
    return conditions;
  }
}
