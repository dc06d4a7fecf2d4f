import type { CopiedFields } from '../../../shared/copied-fields.js';
import { withFieldValues } from '../../../shared/field-values.js';
import { patchedMetadata } from '../../../shared/metadata.js';
import { Persistent } from '../../../shared/persistent.js';
import { check, type JsonObject, oneOf, text } from '../../../shared/rules.js';
import { type Approval, approvals } from '../../items/domain/approval.js';
import { type CommentKind, commentKinds } from './comment.record.js';
import { InternalParent, NestedReply } from './comment.errors.js';
import { NotApproved } from '../../items/domain/feedback.errors.js';

export const commentRules = {
  content: text({ max: 10_000, required: 'visible' }),
  kind: oneOf(commentKinds),
  approval: oneOf(approvals),
};

/** The comment that another one replies to. */
export interface CommentParent {
  readonly id: string;
  readonly kind: CommentKind;
  readonly approval: Approval;
}

/** The values of a comment that people set. */
export interface CommentValues {
  readonly content: string;
  readonly kind: CommentKind;
  readonly approval: Approval;
}

/** The values that exports and imports carry as they are. They treat the kind and the approval separately. */
export type CopiedValues = Omit<CommentValues, 'kind' | 'approval'>;

export const copiedFields = {
  content: { field: 'content', initial: '' },
} as const satisfies CopiedFields<CopiedValues>;

/** Changes to a comment. Omitted values stay unchanged. */
export type CommentChanges = { readonly [Name in keyof CommentValues]?: CommentValues[Name] | undefined };

/** The state of a comment. */
export interface CommentState extends CommentValues {
  readonly id: string;
  /** Id of the feedback that it was written on. Replies are on the feedback of their parent. */
  readonly feedbackId: string;
  /** The top-level comment that it replies to; null if it is one itself. */
  readonly parent: CommentParent | null;
  /** Id of the user who wrote it. */
  readonly userId: string;
  /** Ids of the files that are attached to it, in their order. */
  readonly attachmentIds: readonly string[];
  /** What an application stores with it. */
  readonly metadata: JsonObject;
  /** Values of declared fields, by their keys. */
  readonly fields: JsonObject;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether it has been approved once. Its creation is an event then. */
  readonly announced: boolean;
}

/** Returns whether everybody who sees the feedback sees the comment. The counters count these comments. */
export function isPublic({ kind, approval }: CommentValues): boolean {
  return kind !== 'internal' && approval === 'approved';
}

/** A comment on feedback. */
export class Comment extends Persistent<CommentState> implements CommentState {
  readonly id!: string;
  readonly feedbackId!: string;
  readonly parent!: CommentParent | null;
  readonly userId!: string;
  content!: string;
  kind!: CommentKind;
  attachmentIds!: readonly string[];
  metadata!: JsonObject;
  fields!: JsonObject;
  approval!: Approval;
  announced!: boolean;
  readonly createdAt!: Date;
  updatedAt!: Date;

  private constructor(state: CommentState) {
    super();
    Object.assign(this, state);
  }

  /**
   * Replies to internal comments are internal, and comments that are not approved have none.
   *
   * @param parent the comment that it replies to
   * @throws InvalidInput when a value violates a rule; NestedReply when the parent is a reply; InternalParent when the
   * parent is internal, and another kind is given; NotApproved when the parent is not approved
   */
  static write(
    origin: Pick<CommentState, 'id' | 'feedbackId' | 'userId'>,
    values: CommentChanges & Pick<CommentValues, 'content'>,
    now: Date,
    parent: CommentState | null = null,
  ): Comment {
    const { content, kind, approval = 'approved' } = check(values, commentRules);
    if (parent?.parent) throw new NestedReply();
    if (parent && parent.approval !== 'approved') throw new NotApproved();
    const comment = new Comment({
      ...origin,
      feedbackId: parent?.feedbackId ?? origin.feedbackId,
      parent: parent && { id: parent.id, kind: parent.kind, approval: parent.approval },
      content,
      kind: kind ?? (parent?.kind === 'internal' ? 'internal' : 'comment'),
      attachmentIds: [],
      metadata: {},
      fields: {},
      approval,
      announced: approval === 'approved',
      createdAt: now,
      updatedAt: now,
    });
    comment.expectToFitThread();
    return comment;
  }

  /** Returns a comment that has been stored. */
  static restore(state: CommentState): Comment {
    const comment = new Comment(state);
    comment.markStored();
    return comment;
  }

  /** Whether everybody can see it who can see comments of its kind. */
  get isApproved(): boolean {
    return this.approval === 'approved';
  }

  /** Whether only editors can see it. */
  get isInternal(): boolean {
    return this.kind === 'internal';
  }

  /** Returns whether a user who is no editor can see it: others do not see what waits for approval. */
  isVisibleTo(userId: string): boolean {
    return !this.isInternal && (this.isApproved || this.userId === userId);
  }

  /**
   * Updates the values that people set. Returns whether this changed any of them.
   *
   * @throws InvalidInput when a value violates a rule; InternalParent when the parent is internal, and the kind is not;
   * NotApproved when it is approved, and the parent is not
   */
  update(changes: CommentChanges, now: Date): boolean {
    check(changes, commentRules);
    const names = Object.keys(commentRules) as (keyof CommentValues)[];
    const changed = names.filter((name) => (changes[name] ?? this[name]) !== this[name]);
    if (changed.length === 0) return false;
    for (const name of changed) Object.assign(this, { [name]: changes[name] });
    this.expectToFitThread();
    // Approving a comment does not edit it.
    if (changed.some((name) => name !== 'approval')) this.updatedAt = now;
    return true;
  }

  /** Replaces the files that are attached to it. Returns whether this changed any. */
  replaceAttachments(attachmentIds: readonly string[], now: Date): boolean {
    if (attachmentIds.join() === this.attachmentIds.join()) return false;
    this.attachmentIds = attachmentIds;
    this.updatedAt = now;
    return true;
  }

  /**
   * Applies a merge patch (RFC 7396) to the metadata. Returns whether it changed any.
   *
   * @throws InvalidInput when the metadata violates a rule
   */
  patchMetadata(patch: JsonObject, now: Date): boolean {
    const before = this.metadata;
    this.metadata = patchedMetadata(before, patch, '/metadata');
    if (this.metadata === before) return false;
    this.updatedAt = now;
    return true;
  }

  /**
   * Sets values of declared fields; `null` removes one. Returns the keys of those that changed.
   *
   * @param values by key; they fit the definitions of the fields
   * @throws InvalidInput when all values together are too large
   */
  changeFields(values: JsonObject, now: Date): string[] {
    const { after, changed } = withFieldValues(this.fields, values);
    this.fields = after;
    if (changed.length > 0) this.updatedAt = now;
    return changed;
  }

  /**
   * Makes a reply internal with its parent, and hides it when the parent is not approved any more. Returns whether this changed
   * anything.
   */
  follow(parent: CommentState, now: Date): boolean {
    return this.update(
      {
        kind: parent.kind === 'internal' ? parent.kind : undefined,
        approval: parent.approval !== 'approved' && this.isApproved ? parent.approval : undefined,
      },
      now,
    );
  }

  /** Returns whether it has now been approved for the first time. Further calls return false. */
  announce(): boolean {
    if (this.announced || !this.isApproved) return false;
    this.announced = true;
    return true;
  }

  private expectToFitThread(): void {
    if (this.parent?.kind === 'internal' && !this.isInternal) throw new InternalParent();
    if (this.isApproved && this.parent && this.parent.approval !== 'approved') throw new NotApproved();
  }
}
