import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class BoardNotFound extends DomainError {
  override readonly remedy = 'Check the slug against the list of boards.';

  constructor() {
    super('not_found', 'board_not_found', 'The board does not exist in this project.');
  }
}

export class BoardInUse extends DomainError {
  override readonly remedy =
    'Name the board that the feedback should be on instead, as `move_to`, or `none` for no board.';

  constructor() {
    super('conflict', 'board_in_use', 'Feedback is on this board.');
  }
}

export class TooManyBoards extends DomainError {
  override readonly remedy = 'Delete a board first.';

  constructor(max: number) {
    super('conflict', 'too_many_boards', `A project has at most ${max} boards.`);
  }
}

const detail = 'The project has no board with this slug.';

/** The board of feedback must exist in its project, and the caller must be able to see it. */
export class UnknownBoard extends InvalidInput {
  /** @param pointer JSON Pointer to the slug */
  constructor(pointer = '/board') {
    super([{ pointer, code: 'unknown_board', detail }]);
  }

  /** The same for a parameter of a request. */
  static ofParameter(parameter: string): InvalidInput {
    return new InvalidInput([{ parameter, code: 'unknown_board', detail }]);
  }
}
