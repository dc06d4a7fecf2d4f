import { DomainError, InvalidInput } from '../../shared/domain-error.js';

export class FeedbackNotFound extends DomainError {
  constructor() {
    super('not_found', 'feedback_not_found', 'The project has no such feedback.');
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
