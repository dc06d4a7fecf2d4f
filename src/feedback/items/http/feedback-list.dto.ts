import { type FieldError } from '../../../shared/domain-error.js';
import { type Caller, resolveMe, userIdOr, userIdRules } from '../../../identity/index.js';
import {
  type CrossFieldRules,
  Field,
  IncludeParam,
  QueryFamily,
  QueryFlag,
  QueryParam,
  RepeatableQueryParam,
} from '../../../platform/input/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { noBoard, sortRules, type StatusKind, statusKinds } from '../../../project/index.js';
import { date, dateOrTimestamp, oneOf, parseDateOrTimestamp, text, uuid } from '../../../shared/rules.js';
import { type IncludableField, includableFields } from '../application/feedback-view.js';
import type { Approval } from '../domain/approval.js';
import {
  type FeedbackFilter,
  type PublicFeedbackFilter,
  publicSorts,
  type Sort,
  sorts,
} from '../application/feedback-filter.js';
import { feedbackRules } from '../domain/feedback.js';

/** The documentation of the filter by boards. */
export const boardFilter = {
  description: `Returns feedback on any of these boards; \`${noBoard}\` stands for feedback on no board.`,
};

/** The names of the parameters that filter by fields. */
const fieldFilterPattern = /^field\.[a-z0-9_]{1,40}(?:\.min|\.max)?$/;

const fieldSorts =
  '`field.{key}` sorts by a field of the project, and `field.{key}.desc` in the opposite order; feedback without a value is last in both. An unknown field returns 400, and so does one of the type `choices`.';

/** The query of operations that return feedback, but no list. */
export class FeedbackQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}

/** The query of lists of feedback, without what concerns people. */
export class FeedbackFilterQuery extends PageQuery implements CrossFieldRules {
  @RepeatableQueryParam(feedbackRules.status, { description: 'Returns feedback with any of these statuses.' })
  status?: string[];
  @RepeatableQueryParam(oneOf(statusKinds), {
    description: 'Returns feedback with statuses of any of these kinds.',
  })
  status_kind?: StatusKind[];
  @RepeatableQueryParam(feedbackRules.board, boardFilter) board?: string[];
  @RepeatableQueryParam(text({ max: 200 }), {
    description: 'Returns feedback with all of these tags (case-insensitive).',
  })
  tag?: string[];
  @QueryFamily(fieldFilterPattern, text({ max: 2_048 }), {
    description:
      'Filters by fields of the project. `field.{key}` returns feedback with this value, repeated with any of these; `field.{key}.min` and `field.{key}.max` return feedback with a number or date in this range, bounds included. Each is a parameter of its own, for example `field.platform=iOS&field.effort.min=3`. An unknown field returns 400.',
    example: { 'field.platform': ['iOS'], 'field.effort.min': ['3'] },
  })
  fields?: Readonly<Record<string, readonly string[]>>;
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created at or after this time.' })
  created_after?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created before this time.' })
  created_before?: string;
  @QueryParam(dateOrTimestamp, {
    description:
      'Returns feedback created or updated at or after this time. Votes and comments are no updates.',
  })
  updated_after?: string;
  @QueryParam(date, { description: 'Returns feedback that is expected to be done on this day or later.' })
  estimated_after?: string;
  @QueryParam(date, { description: 'Returns feedback that is expected to be done before this day.' })
  estimated_before?: string;
  @QueryFlag('Returns feedback that is pinned, or is not.')
  pinned?: boolean;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns feedback whose title or description contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words.',
  })
  q?: string;
  @QueryParam(sortRules(publicSorts), {
    description: `Sort order. \`relevance\` requires \`q\`. ${fieldSorts}`,
    default: 'newest',
  })
  sort?: Sort;

  crossFieldErrors(): FieldError[] {
    if (this.sort !== 'relevance' || this.q !== undefined) return [];
    const detail = 'Sorting by relevance requires the parameter q.';
    return [{ parameter: 'sort', code: 'relevance_needs_q', detail }];
  }

  order(): Sort {
    return this.sort ?? 'newest';
  }

  publicFilter(): PublicFeedbackFilter {
    return {
      statuses: this.status,
      statusKinds: this.status_kind,
      boards: this.board,
      fields: Object.entries(this.fields ?? {}).map(([parameter, values]) => ({ parameter, values })),
      tags: this.tag,
      text: this.q,
      estimatedAfter: this.estimated_after,
      estimatedBefore: this.estimated_before,
      pinned: this.pinned,
      createdAfter: parseDateOrTimestamp(this.created_after ?? '') ?? undefined,
      createdBefore: parseDateOrTimestamp(this.created_before ?? '') ?? undefined,
      updatedAfter: parseDateOrTimestamp(this.updated_after ?? '') ?? undefined,
    };
  }
}

export class FeedbackListQuery extends FeedbackFilterQuery {
  @QueryParam(sortRules(sorts), {
    description: `Sort order. \`relevance\` requires \`q\`, and \`most_revenue\` the role \`editor\`. ${fieldSorts}`,
    default: 'newest',
  })
  override sort?: Sort;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns feedback that the company with this external id wants: people of it submitted it, voted for it, or did so for feedback merged into it. Requires the role `editor`.',
  })
  company?: string;
  @QueryParam(userIdRules, {
    description: 'Returns feedback that this user submitted; `me` stands for the caller.',
  })
  user_id?: string;
  @QueryParam(userIdRules, {
    description: 'Returns feedback that this user voted for; `me` stands for the caller.',
  })
  voter_id?: string;
  @QueryParam(userIdOr('none'), {
    description:
      'Returns feedback that this user takes care of; `me` stands for the caller, `none` for nobody.',
  })
  assignee?: string;
  @QueryParam(uuid, {
    description:
      'Returns the feedback that is merged into the feedback with this id, which other lists exclude.',
  })
  merged_into?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns the feedback that had this id in the system that it was imported from, or what it is merged into.',
  })
  external_id?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns feedback that was imported from this source, such as `canny`.',
  })
  source?: string;
  @QueryParam(feedbackRules.approval, {
    description:
      'Returns feedback that waits for approval (`pending`) or was rejected, instead of approved feedback. Editors find all of it, others their own.',
    default: 'approved',
  })
  approval?: Approval;
  @IncludeParam(includableFields) include?: IncludableField[];

  /** Whether the list reveals which companies want feedback. */
  get revealsRevenue(): boolean {
    return this.sort === 'most_revenue' || this.company !== undefined;
  }

  filter(caller: Caller): FeedbackFilter {
    return {
      ...this.publicFilter(),
      userId: resolveMe(this.user_id, caller),
      voterId: resolveMe(this.voter_id, caller),
      mergedInto: this.merged_into,
      company: this.company,
      externalId: this.external_id,
      source: this.source,
      approval: this.approval,
      assignee: this.assignee === 'none' ? 'none' : resolveMe(this.assignee, caller),
    };
  }
}

export class TitleQuery {
  @Field(text({ max: 300, required: true }), {
    description: 'The title, which may be incomplete.',
    example: 'Dark mo',
  })
  title!: string;
}

export class SimilarFeedbackQuery extends TitleQuery {
  @IncludeParam(includableFields) include?: IncludableField[];
}
