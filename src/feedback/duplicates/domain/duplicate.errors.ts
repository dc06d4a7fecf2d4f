import { DomainError } from '../../../shared/domain-error.js';

export class DuplicateNotFound extends DomainError {
  override readonly remedy =
    'List the suggestions again. One disappears when its feedback is merged, deleted, or changed so that it is no longer similar.';

  constructor() {
    super('not_found', 'duplicate_not_found', 'The suggestion does not exist in this project.');
  }
}
