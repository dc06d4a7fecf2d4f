import { DomainError } from '../../../shared/domain-error.js';
import type { Role } from './role.js';

/** The project does not exist, or the caller is not a member. The error does not reveal which. */
export class ProjectNotFound extends DomainError {
  override readonly remedy =
    'Check the slug. The response is the same if the caller is not a member, or if the token is bound to another project.';

  constructor() {
    super('not_found', 'project_not_found', 'The project does not exist.');
  }
}

/** The slug of the project has changed. */
export class ProjectRenamed extends DomainError {
  constructor(readonly slug: string) {
    super('not_found', 'project_renamed', `The slug of the project has changed to ${slug}.`);
  }
}

export class InsufficientRole extends DomainError {
  override readonly remedy =
    'Ask an owner of the project for the role given in `detail`, or omit the fields listed in `errors`.';

  constructor(needed: Role, action: string, pointer?: string) {
    const detail = `${action} requires the role ${needed} in the project.`;
    super(
      'forbidden',
      'insufficient_role',
      detail,
      pointer === undefined ? [] : [{ pointer, code: 'insufficient_role', detail }],
    );
  }
}
