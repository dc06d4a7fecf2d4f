import { UserReference } from '../../identity/index.js';
import {
  Field,
  invalidInput,
  OptionalField,
  OptionalItemsField,
  OptionalObjectField,
  PageQuery,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from '../../platform/http/index.js';
import {
  type JsonSchema,
  oneOf,
  parseTimestamp,
  type Rules,
  text,
  timestamp,
  uuid,
} from '../../shared/rules.js';
import type { ActingFor } from '../application/acting-users.js';
import { type FeedbackFilter, type Sort, sorts } from '../application/feedback.queries.js';
import type { FeedbackChanges, Submission } from '../application/feedback.service.js';
import { commentRules } from '../domain/comment.js';
import { feedbackRules, maxTags, type Status } from '../domain/feedback.js';
import { tagRules } from '../domain/tag.js';

/** A tag by its name, or as it was read: only the name counts. */
type TagReference = string | { name: string };

function nameOf(reference: unknown): unknown {
  const isObject = typeof reference === 'object' && reference !== null;
  return isObject ? (reference as { name?: unknown }).name : reference;
}

const tagReferenceRules: Rules = tagRules.name.map(({ code, detail, isSatisfiedBy }) => ({
  code,
  detail: code === 'invalid_type' ? 'must be the name of a tag, or an object with it.' : detail,
  isSatisfiedBy: (reference) => isSatisfiedBy(nameOf(reference)),
}));

/** What the API's document says of tags in a body. */
const tagReferences: JsonSchema = {
  description:
    'Names of tags, or tags as they were read, of which only the name counts. Setting them takes an editor.',
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

/** For whom editors act, where that is not themselves. */
class ActingForRequest {
  @OptionalField(uuid, { description: 'For whom: the caller, unless an editor names another user.' })
  user_id?: string;
  @OptionalObjectField(() => UserReference, {
    description: 'For whom, in place of `user_id`: a user by e-mail address, found or registered.',
  })
  user?: UserReference;

  /** @throws Problem 400 where both are given: they may be two users */
  protected actingFor(): ActingFor {
    if (this.user_id !== undefined && this.user) {
      throw invalidInput([
        {
          pointer: '/user',
          code: 'exclusive',
          detail: 'The field must not be given together with user_id.',
        },
      ]);
    }
    return { userId: this.user_id, user: this.user?.profile() };
  }
}

export class SubmitFeedbackRequest extends ActingForRequest {
  @Field(feedbackRules.title) title!: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalItemsField(tagReferenceRules, { maxItems: maxTags }, tagReferences)
  tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: Status;
  @OptionalField(timestamp, { description: 'When it was submitted: now, unless an editor says otherwise.' })
  created_at?: string;

  /** @throws Problem 400 where the user is named twice */
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
  @OptionalItemsField(tagReferenceRules, { maxItems: maxTags }, tagReferences)
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

export class FeedbackListQuery extends PageQuery {
  @RepeatableQueryParam(feedbackRules.status, { description: 'Feedback with any of these statuses.' })
  status?: Status[];
  @RepeatableQueryParam(text({ max: 200 }), {
    description: 'Feedback with all of these tags, without regard to case.',
  })
  tag?: string[];
  @QueryParam(uuid, { description: 'Feedback that this user submitted.' }) user_id?: string;
  @QueryParam(timestamp, { description: 'Feedback from this time on.' }) created_after?: string;
  @QueryParam(timestamp, { description: 'Feedback from before this time.' }) created_before?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Feedback with these words in title or description, or with words that begin so. Case, accents and slips of a letter or two in longer words are forgiven.',
  })
  q?: string;
  @QueryParam(oneOf(sorts), { description: 'The order. `relevance` needs `q`.', default: 'newest' })
  sort?: Sort;

  /** @throws Problem 400 where relevance to nothing is asked for */
  order(): Sort {
    if (this.sort === 'relevance' && this.q === undefined) {
      throw invalidInput([
        {
          parameter: 'sort',
          code: 'relevance_needs_q',
          detail: 'The sort by relevance needs the parameter q.',
        },
      ]);
    }
    return this.sort ?? 'newest';
  }

  filter(): FeedbackFilter {
    return {
      statuses: this.status,
      tags: this.tag,
      userId: this.user_id,
      text: this.q,
      createdAfter: parseTimestamp(this.created_after ?? '') ?? undefined,
      createdBefore: parseTimestamp(this.created_before ?? '') ?? undefined,
    };
  }
}

export class SimilarFeedbackQuery {
  @Field(feedbackRules.title, { description: 'The title that is being typed.', example: 'Dark mo' })
  title!: string;
}

export class MergeFeedbackRequest {
  @Field(uuid, { description: 'Id of the feedback to merge into, of the same project.' }) into!: string;
}

export class WriteCommentRequest extends ActingForRequest {
  @Field(commentRules.content) content!: string;

  /** @throws Problem 400 where the user is named twice */
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
export class UpvoteListQuery extends PageQuery {}

export class CommentListQuery extends PageQuery {}

export class TagListQuery extends PageQuery {}

export class PutTagRequest {
  @OptionalField(tagRules.color) color?: string;
  @OptionalField(tagRules.name) name?: string;
}
