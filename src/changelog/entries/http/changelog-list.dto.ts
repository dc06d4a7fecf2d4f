import { PageQuery } from '../../../platform/http/index.js';
import {
  IncludeParam,
  QueryFamily,
  QueryFlag,
  QueryParam,
  RepeatableQueryParam,
} from '../../../platform/input/index.js';
import { type FieldSort, sortRules } from '../../../project/index.js';
import { dateOrTimestamp, parseDateOrTimestamp, text } from '../../../shared/rules.js';
import {
  type ChangelogFilter,
  type ChangelogSort,
  changelogSorts,
} from '../application/changelog.queries.js';
import type { ChangelogListFilter } from '../application/changelog.service.js';
import { type ChangelogMember, changelogMembers } from '../application/changelog-view.js';
import { type ChangelogState, changelogStateRules } from '../domain/changelog.js';

/** The filters of lists of entries that everyone can use. */
export class ChangelogFilterQuery extends PageQuery {
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the entry with this slug, or an empty list.',
  })
  slug?: string;
  @RepeatableQueryParam(text({ max: 200 }), {
    description: 'Returns entries with all of these tags (case-insensitive).',
  })
  tag?: string[];
  @QueryParam(dateOrTimestamp, {
    description: 'Returns entries whose `publish_date` is at or after this time.',
  })
  published_after?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns entries whose `publish_date` is before this time.' })
  published_before?: string;

  filter(): Pick<ChangelogFilter, 'slug' | 'tags' | 'publishedAfter' | 'publishedBefore'> {
    return {
      slug: this.slug,
      tags: this.tag,
      publishedAfter: parseDateOrTimestamp(this.published_after ?? '') ?? undefined,
      publishedBefore: parseDateOrTimestamp(this.published_before ?? '') ?? undefined,
    };
  }
}

export class ChangelogListQuery extends ChangelogFilterQuery {
  @QueryFlag(
    'Returns entries that are visible to all members (`true`), or drafts and scheduled entries (`false`).',
  )
  published?: boolean;
  @QueryParam(changelogStateRules, {
    description:
      'Returns drafts, scheduled entries (published with a `publish_date` in the future), or entries that are visible to all members.',
  })
  state?: ChangelogState;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns entries whose title, summary or content contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words.',
  })
  q?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns entries created or updated at or after this time.' })
  updated_after?: string;
  @QueryFamily(/^field\.[a-z0-9_]{1,40}$/, text({ max: 2_048 }), {
    description:
      'Filters by declared fields. `field.{key}` returns entries with this value, repeated with any of these. Each is a parameter of its own, for example `field.audience=staff`. An unknown field returns 400.',
    example: { 'field.audience': ['staff'] },
  })
  fields?: Readonly<Record<string, readonly string[]>>;
  @QueryParam(sortRules(changelogSorts), {
    description:
      'Sort order: by `publish_date`, or by the time of the last update. `field.{key}` sorts by a declared field, and `field.{key}.desc` in the opposite order; entries without a value are last in both. An unknown field returns 400, and so does one of the type `choices`.',
    default: 'newest',
  })
  sort?: ChangelogSort | FieldSort;
  @IncludeParam(changelogMembers) include?: ChangelogMember[];

  listFilter(): ChangelogListFilter {
    return {
      ...this.filter(),
      fields: Object.entries(this.fields ?? {}).map(([parameter, values]) => ({ parameter, values })),
      published: this.published,
      state: this.state,
      text: this.q,
      updatedAfter: parseDateOrTimestamp(this.updated_after ?? '') ?? undefined,
      sort: this.sort,
    };
  }
}
