import { AttachmentIdsField } from '../../../attachments/index.js';
import {
  ChecksReferences,
  Field,
  IncludeParam,
  OptionalField,
  QueryFlag,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from '../../../platform/input/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import { OptionalTags, tagNames, type TagReference } from '../../../project/index.js';
import { dateOrTimestamp, oneOf, parseDateOrTimestamp, parseTimestamp, text } from '../../../shared/rules.js';
import {
  type ChangelogFilter,
  type ChangelogSort,
  changelogSorts,
} from '../application/changelog.queries.js';
import type { EntryChanges } from '../application/changelog-policy.js';
import { type ChangelogMember, changelogMembers } from '../application/changelog-view.js';
import { changelogRules, type ChangelogState, changelogStates } from '../domain/changelog.js';
import { ChangelogReferences } from './changelog-references.js';

const aboutTags = {
  description: 'Tags of the project, given by their names, or as records whose name is used.',
};

@ChecksReferences(ChangelogReferences)
export class CreateChangelogDto {
  @Field(changelogRules.title) title!: string;
  @OptionalField(changelogRules.summary) summary?: string;
  @OptionalField(changelogRules.content) content?: string;
  @OptionalField(changelogRules.image) image?: string;
  @OptionalField(changelogRules.publishDate) publish_date?: string;
  @OptionalField(changelogRules.published) published?: boolean;
  @OptionalTags(aboutTags) tags?: TagReference[];
  @AttachmentIdsField() attachment_ids?: string[];

  values(): EntryChanges & { title: string } {
    return { ...changes(this), title: this.title };
  }
}

@ChecksReferences(ChangelogReferences)
export class UpdateChangelogDto {
  @OptionalField(changelogRules.title) title?: string;
  @OptionalField(changelogRules.summary) summary?: string;
  @OptionalField(changelogRules.content) content?: string;
  @OptionalField(changelogRules.image) image?: string;
  @OptionalField(changelogRules.publishDate) publish_date?: string;
  @OptionalField(changelogRules.published) published?: boolean;
  @OptionalTags(aboutTags) tags?: TagReference[];
  @AttachmentIdsField() attachment_ids?: string[];
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() author_id?: unknown;
  @ReadOnlyField() author?: unknown;
  @ReadOnlyField() slug?: unknown;
  @ReadOnlyField() state?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() feedback?: unknown;
  @ReadOnlyField() attachments?: unknown;

  changes(): EntryChanges {
    return changes(this);
  }
}

function changes(body: UpdateChangelogDto | CreateChangelogDto): EntryChanges {
  return {
    title: body.title,
    summary: body.summary,
    content: body.content,
    image: body.image,
    publishDate: parseTimestamp(body.publish_date ?? '') ?? undefined,
    published: body.published,
    tags: tagNames(body.tags),
    attachmentIds: body.attachment_ids,
  };
}

/** The query of operations that return an entry, but no list. */
export class ChangelogQuery {
  @IncludeParam(changelogMembers) include?: ChangelogMember[];
}

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

  filter(): ChangelogFilter {
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
  @QueryParam(oneOf(changelogStates), {
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
  @QueryParam(oneOf(changelogSorts), {
    description: 'Sort order: by `publish_date`, or by the time of the last update.',
    default: 'newest',
  })
  sort?: ChangelogSort;
  @IncludeParam(changelogMembers) include?: ChangelogMember[];

  override filter(): ChangelogFilter {
    return {
      ...super.filter(),
      published: this.published,
      state: this.state,
      text: this.q,
      updatedAfter: parseDateOrTimestamp(this.updated_after ?? '') ?? undefined,
      sort: this.sort,
    };
  }
}
