import { InvalidInput } from '../../shared/domain-error.js';
import { UserReference } from '../../identity/index.js';
import {
  arrayOf,
  Field,
  objectOf,
  OptionalField,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from '../../platform/input/index.js';
import { PageQuery } from '../../platform/http/index.js';
import {
  dateOrTimestamp,
  type JsonSchema,
  matching,
  oneOf,
  parseDateOrTimestamp,
  parseTimestamp,
  type Rules,
  text,
  timestamp,
  uuid,
} from '../../shared/rules.js';
import type { ProjectGrant } from '../../project/index.js';
import type { ActingFor } from '../application/on-behalf-of.js';
import { type BulkChanges, maxBulkSize } from '../application/bulk.service.js';
import { type FeedbackFilter, type Sort, sorts } from '../application/feedback.queries.js';
import type { FeedbackChanges, Submission } from '../application/feedback.service.js';
import { commentRules } from '../domain/comment.js';
import { feedbackRules, maxTags, type Status } from '../domain/feedback.js';
import { tagRules } from '../domain/tag.js';

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
class ActingForRequest {
  @OptionalField(uuid, {
    description: 'Id of the user on whose behalf the editor acts. Defaults to the caller.',
  })
  user_id?: string;
  @OptionalField(objectOf(() => UserReference), {
    description:
      'Alternative to `user_id`: the user with this e-mail address, who is registered if there is none.',
  })
  user?: UserReference;

  /** @throws Problem 400 when both fields are given, because they may identify different users */
  protected actingFor(): ActingFor {
    if (this.user_id !== undefined && this.user) {
      throw new InvalidInput([
        {
          pointer: '/user',
          code: 'exclusive',
          detail: 'The field cannot be combined with user_id.',
        },
      ]);
    }
    return { userId: this.user_id, user: this.user?.profile() };
  }
}

export class SubmitFeedbackRequest extends ActingForRequest {
  @Field(feedbackRules.title) title!: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalField(tagReferences, aboutTags)
  tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: Status;
  @OptionalField(timestamp, {
    description: 'Time of submission. Defaults to the current time. Setting it requires the role `editor`.',
  })
  created_at?: string;

  /** @throws Problem 400 when both `user_id` and `user` are given */
  submission(): Submission {
    return {
      title: this.title,
      description: this.description,
      tags: tagNames(this.tags),
      status: this.status,
      createdAt: parseTimestamp(this.created_at ?? '') ?? undefined,
      ...this.actingFor(),
    };
  }
}

export class UpdateFeedbackRequest {
  @OptionalField(feedbackRules.title) title?: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalField(tagReferences, aboutTags)
  tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: Status;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() user_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() upvotes?: unknown;
  @ReadOnlyField() comment_count?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): FeedbackChanges {
    return {
      title: this.title,
      description: this.description,
      tags: tagNames(this.tags),
      status: this.status,
    };
  }
}

const userOrMe = matching(
  /^(?:me|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/,
  { code: 'invalid_uuid', detail: 'must be a UUID, or me.', max: 200 },
);

class BulkFeedbackChanges {
  @OptionalField(feedbackRules.status) status?: Status;
  @OptionalField(tagReferences, { ...aboutTags, description: 'Tags to add.' })
  tags_add?: TagReference[];
  @OptionalField(tagReferences, { ...aboutTags, description: 'Tags to remove.' })
  tags_remove?: TagReference[];
}

export class BulkUpdateFeedbackRequest {
  @Field(arrayOf(uuid, { maxItems: maxBulkSize }), { description: 'Ids of the feedback.' }) ids!: string[];
  @Field(objectOf(() => BulkFeedbackChanges), { description: 'Changes. Omitted fields stay unchanged.' })
  set!: BulkFeedbackChanges;

  changes(): BulkChanges {
    const { status, tags_add, tags_remove } = this.set;
    return { status, tagsAdd: tagNames(tags_add), tagsRemove: tagNames(tags_remove) };
  }
}

export class FeedbackListQuery extends PageQuery {
  @RepeatableQueryParam(feedbackRules.status, { description: 'Returns feedback with any of these statuses.' })
  status?: Status[];
  @RepeatableQueryParam(text({ max: 200 }), {
    description: 'Returns feedback with all of these tags (case-insensitive).',
  })
  tag?: string[];
  @QueryParam(uuid, { description: 'Returns feedback that this user submitted.' }) user_id?: string;
  @QueryParam(userOrMe, {
    description: 'Returns feedback that this user voted for; `me` stands for the caller.',
  })
  voter_id?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created at or after this time.' })
  created_after?: string;
  @QueryParam(dateOrTimestamp, { description: 'Returns feedback created before this time.' })
  created_before?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns feedback whose title or description contains all of these words, or words that start with them. The search ignores case and accents, and tolerates one or two typos in longer words.',
  })
  q?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Returns the feedback that had this id in the system that it was imported from, or what it is merged into.',
  })
  external_id?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns feedback that was imported from this source, such as `canny`.',
  })
  source?: string;
  @QueryParam(oneOf(sorts), { description: 'Sort order. `relevance` requires `q`.', default: 'newest' })
  sort?: Sort;

  /** @throws Problem 400 when `sort` is `relevance` and `q` is missing */
  order(): Sort {
    if (this.sort === 'relevance' && this.q === undefined) {
      throw new InvalidInput([
        {
          parameter: 'sort',
          code: 'relevance_needs_q',
          detail: 'Sorting by relevance requires the parameter q.',
        },
      ]);
    }
    return this.sort ?? 'newest';
  }

  filter(grant: ProjectGrant): FeedbackFilter {
    return {
      statuses: this.status,
      tags: this.tag,
      userId: this.user_id,
      voterId: this.voter_id === undefined ? undefined : grant.userNamed(this.voter_id),
      text: this.q,
      externalId: this.external_id,
      source: this.source,
      createdAfter: parseDateOrTimestamp(this.created_after ?? '') ?? undefined,
      createdBefore: parseDateOrTimestamp(this.created_before ?? '') ?? undefined,
    };
  }
}

export class SimilarFeedbackQuery {
  @Field(feedbackRules.title, {
    description: 'The title, which may be incomplete.',
    example: 'Dark mo',
  })
  title!: string;
}

export class MergeFeedbackRequest {
  @Field(uuid, { description: 'Id of the target, which must belong to the same project.' }) into!: string;
}

export class WriteCommentRequest extends ActingForRequest {
  @Field(commentRules.content) content!: string;

  /** @throws Problem 400 when both `user_id` and `user` are given */
  comment(): ActingFor & { content: string } {
    return { content: this.content, ...this.actingFor() };
  }
}

export class EditCommentRequest {
  @OptionalField(commentRules.content) content?: string;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() feedback_id?: unknown;
  @ReadOnlyField() user_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
}

export class CastVoteRequest extends ActingForRequest {
  /** @throws Problem 400 when both `user_id` and `user` are given */
  voter(): ActingFor {
    return this.actingFor();
  }
}

export class UpvoteListQuery extends PageQuery {}

export class CommentListQuery extends PageQuery {}

export class TagListQuery extends PageQuery {}

export class PutTagRequest {
  @OptionalField(tagRules.color) color?: string;
  @OptionalField(tagRules.name) name?: string;
}
