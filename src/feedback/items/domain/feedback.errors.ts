import { DomainError, type FieldError, InvalidInput } from '../../../shared/domain-error.js';

export class FeedbackNotFound extends DomainError {
  override readonly remedy =
    'Check the id. The feedback may belong to another project, or may have been deleted.';

  constructor() {
    super('not_found', 'feedback_not_found', 'The feedback does not exist in this project.');
  }
}

/** Merged feedback is read-only, and its votes and comments are available at its target. */
export class FeedbackMerged extends DomainError {
  override readonly remedy =
    'Merged feedback is read-only. Change the target, whose id is in `detail`, or undo the merge.';

  /**
   * @param into id of the target
   * @param indexes indexes of merged feedback in a request with several ids; the first one is merged into `into`
   */
  constructor(
    readonly into: string,
    indexes: readonly number[] = [],
  ) {
    const detail = `The feedback is merged into ${into}.`;
    super(
      'conflict',
      'feedback_merged',
      detail,
      indexes.map(inIds('feedback_merged', 'The feedback is merged.')),
    );
  }
}

export class FeedbackNotMerged extends DomainError {
  override readonly remedy = 'No action is needed.';

  constructor() {
    super('conflict', 'feedback_not_merged', 'The feedback is not merged.');
  }
}

export class MergeRefused extends DomainError {
  override readonly remedy =
    'Choose a target that is not merged itself, and into which fewer than 1,000 are merged. Chains and cycles of merges are not possible.';

  constructor(message: string) {
    super('conflict', 'merge_refused', message);
  }
}

/** What waits for approval, or was rejected, takes no votes, comments, links and merges. */
export class NotApproved extends DomainError {
  override readonly remedy =
    'Wait until an editor has approved it. For feedback, `include=approval` shows whether it has been approved.';

  constructor() {
    super('conflict', 'not_approved', 'The feedback or comment has not been approved.');
  }
}

/** Rejecting feedback would hide what is merged into it. */
export class IsMergeTarget extends DomainError {
  override readonly remedy =
    'Undo the merges first. The filter `merged_into` lists the feedback that is merged into this one.';

  /** @param indexes indexes of the feedback in a request with several ids */
  constructor(indexes: readonly number[] = []) {
    const detail = 'Other feedback is merged into this one.';
    super('conflict', 'merge_target', detail, indexes.map(inIds('merge_target', detail)));
  }
}

export class UnknownMergeTarget extends InvalidInput {
  constructor() {
    super([{ pointer: '/into', code: 'not_found', detail: 'The feedback does not exist in this project.' }]);
  }
}

/** The feedback of a request with several ids must exist in the project. */
export class UnknownFeedback extends InvalidInput {
  /** @param indexes indexes of the unknown ids in the request */
  constructor(indexes: readonly number[]) {
    super(indexes.map(inIds('not_found', 'The feedback does not exist in this project.')));
  }
}

/** A comment on a change of the status needs one. */
export class StatusUnchanged extends InvalidInput {
  constructor() {
    super([
      {
        pointer: '/status_comment',
        code: 'status_unchanged',
        detail: 'The field is accepted only together with another status.',
      },
    ]);
  }
}

/** The user who takes care of feedback must be a member of the project. */
export class UnknownAssignee extends InvalidInput {
  constructor() {
    super([
      { pointer: '/assignee_id', code: 'not_found', detail: 'The user is not a member of the project.' },
    ]);
  }
}

export class UnknownUser extends InvalidInput {
  constructor() {
    super([{ pointer: '/user_id', code: 'not_found', detail: 'The user does not exist.' }]);
  }
}

function inIds(code: string, detail: string): (index: number) => FieldError {
  return (index) => ({ pointer: `/ids/${index}`, code, detail });
}
