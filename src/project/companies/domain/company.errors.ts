import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class CompanyNotFound extends DomainError {
  override readonly remedy = 'Check the external id, which has to be percent-encoded in the path.';

  constructor() {
    super('not_found', 'company_not_found', 'The project has no company with this external id.');
  }
}

/** The company of a person must exist in the project. */
export class UnknownCompany extends InvalidInput {
  constructor() {
    const detail = 'The project has no company with this external id.';
    super([{ pointer: '/company', code: 'unknown_company', detail }]);
  }
}
