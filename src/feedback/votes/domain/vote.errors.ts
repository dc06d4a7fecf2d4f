import { DomainError } from '../../../shared/domain-error.js';

export class UpvoteNotFound extends DomainError {
  override readonly remedy = 'No action is needed.';

  constructor() {
    super('not_found', 'upvote_not_found', 'The user has not voted for this feedback.');
  }
}
