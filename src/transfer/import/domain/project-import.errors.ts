import { DomainError } from '../../../shared/domain-error.js';

export class ImportNotFound extends DomainError {
  override readonly remedy = 'Check the id. The import may have been deleted.';

  constructor() {
    super('not_found', 'import_not_found', 'The import does not exist in this project.');
  }
}

/** The maximum number of imports of a project, and of a user in all projects, that have not ended. */
export const maxPendingImports = 10;

export class TooManyImports extends DomainError {
  override readonly remedy = 'Wait until other imports have ended.';

  /** @param whose who has as many imports */
  constructor(whose: 'project' | 'user' = 'project') {
    super(
      'conflict',
      'too_many_imports',
      `The ${whose} has ${maxPendingImports} imports that have not ended.`,
    );
  }
}
