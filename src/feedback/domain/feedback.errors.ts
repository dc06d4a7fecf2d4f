import { DomainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';

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
   * @param indexes indexes of merged feedback in a request with several ids, the first of which is merged into `into`
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
    'Choose a target that is not merged itself. Chains and cycles of merges are not possible.';

  constructor(message: string) {
    super('conflict', 'merge_refused', message);
  }
}

export class UnknownMergeTarget extends InvalidInput {
  constructor() {
    super([{ pointer: '/into', code: 'not_found', detail: 'The feedback does not exist in this project.' }]);
  }
}

export class UpvoteNotFound extends DomainError {
  override readonly remedy = 'No action is needed.';

  constructor() {
    super('not_found', 'upvote_not_found', 'The user has not voted for this feedback.');
  }
}

/** The feedback of a request with several ids must exist in the project. */
export class UnknownFeedback extends InvalidInput {
  /** @param indexes indexes of the unknown ids in the request */
  constructor(indexes: readonly number[]) {
    super(indexes.map(inIds('not_found', 'The feedback does not exist in this project.')));
  }
}

export class TagNotFound extends DomainError {
  override readonly remedy = 'Check the name against the list of tags.';

  constructor() {
    super('not_found', 'tag_not_found', 'The tag does not exist in this project.');
  }
}

export class TagNameTaken extends DomainError {
  override readonly remedy = 'Choose another name.';

  constructor() {
    super('conflict', 'tag_name_taken', 'The name is used by another tag of the project.', [
      { pointer: '/name', code: 'tag_name_taken', detail: 'The name is used by another tag of the project.' },
    ]);
  }
}

/** The tags of feedback must exist in its project. */
export class UnknownTags extends InvalidInput {
  /**
   * @param indexes indexes of the unknown names in the request
   * @param pointer JSON Pointer to the names
   */
  constructor(indexes: readonly number[], pointer = '/tags') {
    super(
      indexes.map((index) => ({
        pointer: `${pointer}/${index}`,
        code: 'unknown_tag',
        detail: 'The project has no tag with this name.',
      })),
    );
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
