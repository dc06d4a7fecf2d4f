import { AttachmentIdsField } from '../../../attachments/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { type Caller, resolveMe, userIdOr } from '../../../identity/index.js';
import {
  arrayOf,
  ChecksReferences,
  Field,
  objectOf,
  OptionalField,
  ReadOnlyField,
} from '../../../platform/input/index.js';
import { FieldValuesField, OptionalTags, tagNames, type TagReference } from '../../../project/index.js';
import { metadataRules } from '../../../shared/metadata.js';
import { type JsonObject, parseTimestamp, timestamp, uuid } from '../../../shared/rules.js';
import { type BulkChanges, maxBulkSize } from '../application/bulk.service.js';
import type { FeedbackChanges, Submission } from '../application/feedback.service.js';
import type { Approval } from '../domain/approval.js';
import { commentRules } from '../../comments/domain/comment.js';
import { type EditorialValue, feedbackRules, type SomeFeedbackValues } from '../domain/feedback.js';
import { FeedbackReferences } from './feedback-references.js';
import { OnBehalfOfUserDto } from './on-behalf-of.dto.js';

/** The JSON Schema of what only editors set, in addition to the status. */
const aboutEditorial = {
  approval: {
    description:
      'Whether it has been approved. Setting it requires the role `editor`. Feedback that others are merged into cannot be rejected.',
  },
  assigneeId: {
    description:
      'Id of the member who takes care of it; `me` stands for the caller, `""` for nobody. Setting it requires the role `editor`.',
  },
  estimatedDate: {
    description: 'When it is expected to be done, or `""`. Setting it requires the role `editor`.',
  },
  pinned: {
    description: 'Whether front ends show it before other feedback. Setting it requires the role `editor`.',
  },
  commentsLocked: {
    description: 'Whether only editors can comment. Setting it requires the role `editor`.',
  },
};

function editorialOf(
  body: Pick<UpdateFeedbackDto, 'assignee_id' | 'estimated_date' | 'pinned' | 'comments_locked'>,
  caller: Caller,
): Pick<SomeFeedbackValues, EditorialValue> {
  return {
    assigneeId: body.assignee_id === '' ? '' : resolveMe(body.assignee_id, caller),
    estimatedDate: body.estimated_date,
    pinned: body.pinned,
    commentsLocked: body.comments_locked,
  };
}

@ChecksReferences(FeedbackReferences)
export class SubmitFeedbackDto extends OnBehalfOfUserDto {
  @Field(feedbackRules.title) title!: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalTags() tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: string;
  @OptionalField(feedbackRules.board, {
    description:
      'Slug of a board that the caller can see; empty, the default, for none. Some boards require the role `editor`.',
  })
  board?: string;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(timestamp, {
    description: 'Time of submission. Defaults to the current time. Setting it requires the role `editor`.',
  })
  created_at?: string;
  @OptionalField(userIdOr(''), aboutEditorial.assigneeId) assignee_id?: string;
  @OptionalField(feedbackRules.estimatedDate, aboutEditorial.estimatedDate) estimated_date?: string;
  @OptionalField(feedbackRules.approval, aboutEditorial.approval) approval?: Approval;
  @OptionalField(feedbackRules.pinned, aboutEditorial.pinned) pinned?: boolean;
  @OptionalField(feedbackRules.commentsLocked, aboutEditorial.commentsLocked) comments_locked?: boolean;
  @FieldValuesField(
    'Values of fields of the project, by their keys. Contributors must set those that are required, and can set those with `set_by: contributors`.',
  )
  fields?: JsonObject;
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
      board: this.board,
      attachmentIds: this.attachment_ids,
      createdAt: parseTimestamp(this.created_at ?? '') ?? undefined,
      fields: this.fields,
      approval: this.approval,
      metadata: this.metadata,
      ...editorialOf(this, caller),
      ...this.actingFor(caller),
    };
  }
}

@ChecksReferences(FeedbackReferences)
export class UpdateFeedbackDto {
  @OptionalField(feedbackRules.title) title?: string;
  @OptionalField(feedbackRules.description) description?: string;
  @OptionalTags() tags?: TagReference[];
  @OptionalField(feedbackRules.status) status?: string;
  @OptionalField(feedbackRules.board, {
    description: 'Slug of a board, or empty for none. Moving feedback requires the role `editor`.',
  })
  board?: string;
  @OptionalField(commentRules.content, {
    description:
      'A comment of the kind `response` that explains the change of the status, stored together with it. Requires another `status`.',
  })
  status_comment?: string;
  @AttachmentIdsField() attachment_ids?: string[];
  @OptionalField(userIdOr(''), aboutEditorial.assigneeId) assignee_id?: string;
  @OptionalField(feedbackRules.estimatedDate, aboutEditorial.estimatedDate) estimated_date?: string;
  @OptionalField(feedbackRules.approval, aboutEditorial.approval) approval?: Approval;
  @OptionalField(feedbackRules.pinned, aboutEditorial.pinned) pinned?: boolean;
  @OptionalField(feedbackRules.commentsLocked, aboutEditorial.commentsLocked) comments_locked?: boolean;
  @FieldValuesField(
    'Values of fields of the project, by their keys. Omitted ones stay unchanged; `null` removes one. Some fields require the role `editor`.',
  )
  fields?: JsonObject;
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
  @ReadOnlyField() assignee?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() status_changed_at?: unknown;
  @ReadOnlyField() status_changes?: unknown;
  @ReadOnlyField() merged_ids?: unknown;
  @ReadOnlyField() response?: unknown;
  @ReadOnlyField() attachments?: unknown;
  @ReadOnlyField() viewer?: unknown;
  @ReadOnlyField() source?: unknown;
  @ReadOnlyField() revenue?: unknown;
  @ReadOnlyField() companies?: unknown;

  changes(caller: Caller): FeedbackChanges {
    return {
      title: this.title,
      description: this.description,
      tags: tagNames(this.tags),
      status: this.status,
      board: this.board,
      statusComment: this.status_comment,
      attachmentIds: this.attachment_ids,
      fields: this.fields,
      approval: this.approval,
      metadata: this.metadata,
      ...editorialOf(this, caller),
    };
  }
}

class BulkFeedbackChanges {
  @OptionalField(feedbackRules.status) status?: string;
  @OptionalField(feedbackRules.board, { description: 'Slug of a board, or empty for none.' }) board?: string;
  @OptionalField(feedbackRules.approval, { description: 'Whether it has been approved.' })
  approval?: Approval;
  @OptionalTags({ description: 'Tags to add.' })
  tags_add?: TagReference[];
  @OptionalTags({ description: 'Tags to remove.' })
  tags_remove?: TagReference[];
  @FieldValuesField(
    'Values of fields of the project, by their keys. Omitted ones stay unchanged; `null` removes one.',
  )
  fields?: JsonObject;
}

@ChecksReferences(FeedbackReferences)
export class BulkUpdateFeedbackDto {
  @Field(arrayOf(uuid, { maxItems: maxBulkSize }), { description: 'Ids of the feedback.' }) ids!: string[];
  @Field(objectOf(() => BulkFeedbackChanges), { description: 'Changes. Omitted fields stay unchanged.' })
  set!: BulkFeedbackChanges;

  changes(): BulkChanges {
    const { status, board, approval, tags_add, tags_remove, fields } = this.set;
    return {
      ...{ status, board, approval, fields },
      tagsAdd: tagNames(tags_add),
      tagsRemove: tagNames(tags_remove),
    };
  }

  /** Returns an error in the changes with the place that it has in the request, below `set`; others as they are. */
  static locate(error: unknown): unknown {
    if (!(error instanceof InvalidInput)) return error;
    return new InvalidInput(
      error.fieldErrors.map((each) =>
        /^\/(?:tags_|status$|board$|fields(?:\/|$))/.test(each.pointer ?? '')
          ? { ...each, pointer: `/set${each.pointer}` }
          : each,
      ),
    );
  }
}
