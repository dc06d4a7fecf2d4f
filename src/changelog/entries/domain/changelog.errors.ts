import { DomainError } from '../../../shared/domain-error.js';

export class ChangelogNotFound extends DomainError {
  override readonly remedy =
    'Check the id. The entry may belong to another project, or may be a draft or scheduled, which only editors can see.';

  constructor() {
    super('not_found', 'changelog_not_found', 'The changelog entry does not exist in this project.');
  }
}
