import { DomainError, InvalidInput } from '../../shared/domain-error.js';

export class FeedbackNotFound extends DomainError {
  constructor() {
    super('not_found', 'feedback_not_found', 'The project has no such feedback.');
  }
}

/** What lies under merged feedback is reached at its target. */
export class FeedbackMerged extends DomainError {
  /** @param into id of the target */
  constructor(readonly into: string) {
    super('conflict', 'feedback_merged', `The feedback is merged into ${into}.`);
  }
}

export class FeedbackNotMerged extends DomainError {
  constructor() {
    super('conflict', 'feedback_not_merged', 'The feedback is not merged into any other.');
  }
}

export class MergeRefused extends DomainError {
  constructor(message: string) {
    super('conflict', 'merge_refused', message);
  }
}

export class UnknownMergeTarget extends InvalidInput {
  constructor() {
    super([{ pointer: '/into', code: 'not_found', detail: 'The project has no such feedback.' }]);
  }
}

export class CommentNotFound extends DomainError {
  constructor() {
    super('not_found', 'comment_not_found', 'The feedback has no such comment.');
  }
}

export class TagNotFound extends DomainError {
  constructor() {
    super('not_found', 'tag_not_found', 'The project has no such tag.');
  }
}

export class TagNameTaken extends DomainError {
  constructor() {
    super('conflict', 'tag_name_taken', 'Another tag of the project has this name.', [
      { pointer: '/name', code: 'tag_name_taken', detail: 'The field is the name of another tag.' },
    ]);
  }
}

/** Feedback can only have tags that its project has. */
export class UnknownTags extends InvalidInput {
  /** @param indexes of the unknown ones among the names that were given */
  constructor(indexes: readonly number[]) {
    super(
      indexes.map((index) => ({
        pointer: `/tags/${index}`,
        code: 'unknown_tag',
        detail: 'The project has no tag of this name.',
      })),
    );
  }
}

export class UnknownUser extends InvalidInput {
  constructor() {
    super([{ pointer: '/user_id', code: 'not_found', detail: 'There is no such user.' }]);
  }
}
