import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class StatusNotFound extends DomainError {
  override readonly remedy = 'Check the key against the list of statuses.';

  constructor() {
    super('not_found', 'status_not_found', 'The status does not exist in this project.');
  }
}

export class StatusInUse extends DomainError {
  override readonly remedy = 'Name the status that the feedback should have instead, as `replace_with`.';

  constructor() {
    super('conflict', 'status_in_use', 'Feedback has this status.');
  }
}

export class LastOpenStatus extends DomainError {
  override readonly remedy = 'Give another status the kind `open` first.';

  constructor() {
    super(
      'conflict',
      'last_open_status',
      'The status is the only one of the kind open, which new feedback gets.',
    );
  }
}

export class TooManyStatuses extends DomainError {
  override readonly remedy = 'Delete a status first.';

  constructor(max: number) {
    super('conflict', 'too_many_statuses', `A project has at most ${max} statuses.`);
  }
}

const detail = 'The project has no status with this key.';

/** The status of feedback must exist in its project. */
export class UnknownStatus extends InvalidInput {
  /** @param pointer JSON Pointer to the key */
  constructor(pointer = '/status') {
    super([{ pointer, code: 'unknown_status', detail }]);
  }

  /** The same for a parameter of a request. */
  static ofParameter(parameter: string): InvalidInput {
    return new InvalidInput([{ parameter, code: 'unknown_status', detail }]);
  }
}
