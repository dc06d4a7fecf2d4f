import { AttachmentIdsField } from '../../attachments/index.js';
import { type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { type Caller, resolveMe, userIdRules, UserReference } from '../../identity/index.js';
import {
  arrayOf,
  ChecksReferences,
  type CrossFieldRules,
  Field,
  IncludeParam,
  objectOf,
  OptionalField,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from '../../platform/input/index.js';
import { PageQuery } from '../../platform/http/index.js';
import { metadataRules } from '../../shared/metadata.js';
import {
  dateOrTimestamp,
  type JsonObject,
  type JsonSchema,
  oneOf,
  parseDateOrTimestamp,
  parseTimestamp,
  type Rules,
  text,
  timestamp,
  uuid,
} from '../../shared/rules.js';
import { type FeedbackMember, feedbackMembers } from '../application/feedback-view.js';
import type { PublicFeedbackFilter } from '../application/public-feedback.service.js';
import type { OnBehalfOfUser } from '../application/on-behalf-of.js';
import { type BulkChanges, maxBulkSize } from '../application/bulk.service.js';
import { type FeedbackFilter, type Sort, sorts } from '../application/feedback.queries.js';
import type { FeedbackChanges, Submission } from '../application/feedback.service.js';
import { feedbackRules, maxTags, type Status } from '../domain/feedback.js';
import { defaultColor, tagRules } from '../domain/tag.js';
import { TagReferences } from './tag-references.js';

/** A tag, given by its name or as a record, of which only the name is used. */
type TagReference = string | { name: string };

function nameOf(reference: unknown): unknown {
  const isObject = typeof reference === 'object' && reference !== null;
  return isObject ? (reference as { name?: unknown }).name : reference;
}

const tagReferenceRules: Rules = tagRules.name.map(({ code, detail, isSatisfiedBy }) => ({
  code,
  detail: code === 'invalid_type' ? 'must be the name of a tag, or an object with the field name.' : detail,
  isSatisfiedBy: (reference) => isSatisfiedBy(nameOf(reference)),
}));

const tagReferences = arrayOf(tagReferenceRules, { maxItems: maxTags });

/** The JSON Schema of tags in a body. */
const aboutTags: JsonSchema = {
  description:
    'Tags, given by their names or as records, of which only the name is used. Setting tags requires the role `editor`.',
  items: {
    anyOf: [
      { type: 'string', maxLength: 200 },
      { type: 'object', properties: { name: { type: 'string', maxLength: 200 } }, required: ['name'] },
    ],
  },
};

function tagNames(references: readonly TagReference[] | undefined): string[] | undefined {
  return references?.map((reference) => nameOf(reference) as string);
}

/** The user on whose behalf an editor acts. */
export class OnBehalfOfUserRequest implements CrossFieldRules {
  @OptionalField(userIdRules, {
    description: 'Id of the user on whose behalf the editor acts; `me`, the default, stands for the caller.',
  })
  user_id?: string;
  @OptionalField(objectOf(() => UserReference), {
    description:
      'Alternative to `user_id`: the user with this e-mail address, who is registered if there is none.',
  })
  user?: UserReference;

  /** Both fields together are invalid, because they may identify different users. */
  crossFieldErrors(): FieldError[] {
    if (this.user_id === undefined || this.user === undefined)
      return UserReference.errorsOf(this.user, '/user');
    return [{ pointer: '/user', code: 'exclusive', detail: 'The field cannot be combined with user_id.' }];
  }

  protected actingFor(caller: Caller): OnBehalfOfUser {
    return { userId: resolveMe(this.user_id, caller), user: this.user?.profile() };
  }
}

@ChecksReferences(TagReferences)
export class SubmitFeedbackRequest extends OnBehalfOfUserRequest {
  @Field(feedbackRules.title) title!: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalField(tagReferences, aboutTags)
  tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: Status;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(timestamp, {
    description: 'Time of submission. Defaults to the current time. Setting it requires the role `editor`.',
  })
  created_at?: string;
  @OptionalField(metadataRules, {
    additionalProperties: true,
    description: 'Metadata. Setting it requires the role `editor`.',
  })
  metadata?: JsonObject;

  submission(caller: Caller): Submission {
    return {
      title: this.title,
      description: this.description,
      tags: tagNames(this.tags),
      status: this.status,
      attachmentIds: this.attachment_ids,
      createdAt: parseTimestamp(this.created_at ?? '') ?? undefined,
      metadata: this.metadata,
      ...this.actingFor(caller),
    };
  }
}

@ChecksReferences(TagReferences)
export class UpdateFeedbackRequest {
  @OptionalField(feedbackRules.title) title?: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalField(tagReferences, aboutTags)
  tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: Status;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(metadataRules, {
    additionalProperties: true,
    description:
      'A merge patch of the metadata (RFC 7396): `null` removes a member. It requires the role `editor`.',
  })
  metadata?: JsonObject;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() user_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() upvotes?: unknown;
  @ReadOnlyField() comment_count?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() merged_ids?: unknown;
  @ReadOnlyField() attachments?: unknown;
  @ReadOnlyField() viewer?: unknown;
  @ReadOnlyField() source?: unknown;

  changes(): FeedbackChanges {
    return {
      title: this.title,
      description: this.description,
      tags: tagNames(this.tags),
      status: this.status,
      attachmentIds: this.attachment_ids,
      metadata: this.metadata,
    };
  }
}

class BulkFeedbackChanges {
  @OptionalField(feedbackRules.status) status?: Status;
  @OptionalField(tagReferences, { ...aboutTags, description: 'Tags to add.' })
  tags_add?: TagReference[];
  @OptionalField(tagReferences, { ...aboutTags, description: 'Tags to remove.' })
  tags_remove?: TagReference[];
}

@ChecksReferences(TagReferences)
export class BulkUpdateFeedbackRequest {
  @Field(arrayOf(uuid, { maxItems: maxBulkSize }), { description: 'Ids of the feedback.' }) ids!: string[];
  @Field(objectOf(() => BulkFeedbackChanges), { description: 'Changes. Omitted fields stay unchanged.' })
  set!: BulkFeedbackChanges;

  changes(): BulkChanges {
    const { status, tags_add, tags_remove } = this.set;
    return { status, tagsAdd: tagNames(tags_add), tagsRemove: tagNames(tags_remove) };
  }

  /** Returns an error in the changes with the place that it has in the request, below `set`; others as they are. */
  static locate(error: unknown): unknown {
    if (!(error instanceof InvalidInput)) return error;
    return new InvalidInput(
      error.fieldErrors.map((each) =>
        each.pointer?.startsWith('/tags_') ? { ...each, pointer: `/set${each.pointer}` } : each,
      ),
    );
  }
}

/** The query of operations that return feedback, but no list. */
export class FeedbackQuery {
  @IncludeParam(feedbackMembers) include?: FeedbackMember[];
}

/** The query of lists of feedback, without what concerns people. */
export class PublicFeedbackListQuery extends PageQuery implements CrossFieldRules {
  @RepeatableQueryParam(feedbackRules.status, { description: 'Returns feedback with any of these statuses.' })
  status?: Status[];
  @RepeatableQueryParam(text({ max: 200 }), {
    description: 'Returns feedback with all of these tags (case-insensitive).',
  })
  tag?: string[];
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created at or after this time.' })
  created_after?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created before this time.' })
  created_before?: string;
  @QueryParam(dateOrTimestamp, {
    description:
      'Returns feedback created or updated at or after this time. Votes and comments are no updates.',
  })
  updated_after?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns feedback whose title or description contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words.',
  })
  q?: string;
  @QueryParam(oneOf(sorts), { description: 'Sort order. `relevance` requires `q`.', default: 'newest' })
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
      tags: this.tag,
      text: this.q,
      createdAfter: parseDateOrTimestamp(this.created_after ?? '') ?? undefined,
      createdBefore: parseDateOrTimestamp(this.created_before ?? '') ?? undefined,
      updatedAfter: parseDateOrTimestamp(this.updated_after ?? '') ?? undefined,
    };
  }
}

export class FeedbackListQuery extends PublicFeedbackListQuery {
  @QueryParam(userIdRules, {
    description: 'Returns feedback that this user submitted; `me` stands for the caller.',
  })
  user_id?: string;
  @QueryParam(userIdRules, {
    description: 'Returns feedback that this user voted for; `me` stands for the caller.',
  })
  voter_id?: string;
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
  @IncludeParam(feedbackMembers) include?: FeedbackMember[];

  filter(caller: Caller): FeedbackFilter {
    return {
      ...this.publicFilter(),
      userId: resolveMe(this.user_id, caller),
      voterId: resolveMe(this.voter_id, caller),
      mergedInto: this.merged_into,
      externalId: this.external_id,
      source: this.source,
    };
  }
}

export class PublicSimilarFeedbackQuery {
  @Field(feedbackRules.title, {
    description: 'The title, which may be incomplete.',
    example: 'Dark mo',
  })
  title!: string;
}

export class SimilarFeedbackQuery extends PublicSimilarFeedbackQuery {
  @IncludeParam(feedbackMembers) include?: FeedbackMember[];
}

export class MergeFeedbackRequest {
  @Field(uuid, { description: 'Id of the target, which must belong to the same project.' }) into!: string;
}

export class CastVoteRequest extends OnBehalfOfUserRequest {
  voter(caller: Caller): OnBehalfOfUser {
    return this.actingFor(caller);
  }
}

export class UpvoteListQuery extends PageQuery {}

export class TagListQuery extends PageQuery {}

export class PutTagRequest {
  @OptionalField(tagRules.color, {
    description: `Color of the tag. That of a new tag is \`${defaultColor}\` by default.`,
  })
  color?: string;
  @OptionalField(tagRules.name) name?: string;
}
