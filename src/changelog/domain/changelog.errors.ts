import { DomainError } from '../../shared/domain-error.js';

export class ChangelogNotFound extends DomainError {
  constructor() {
    super('not_found', 'changelog_not_found', 'The changelog entry does not exist in this project.');
  }
}
