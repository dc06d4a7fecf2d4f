import { DomainError } from '../../../shared/domain-error.js';

export class NotSubscribed extends DomainError {
  override readonly remedy = 'No action is needed.';

  constructor() {
    super('not_found', 'not_subscribed', 'The user is not subscribed.');
  }
}
