import { DomainError } from '../../../shared/domain-error.js';

export class PersonNotFound extends DomainError {
  override readonly remedy = 'Check the external id, which has to be percent-encoded in the path.';

  constructor() {
    super('not_found', 'person_not_found', 'The project has no person with this external id.');
  }
}
