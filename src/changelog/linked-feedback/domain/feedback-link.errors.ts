import { DomainError } from '../../../shared/domain-error.js';

/** The maximum number of links of a changelog entry, and of feedback. */
export const maxLinks = 1_000;

export class TooManyLinks extends DomainError {
  override readonly remedy = 'Remove links that are no longer needed.';

  constructor() {
    super(
      'conflict',
      'too_many_links',
      `The changelog entry or the feedback has too many links. Each can have at most ${maxLinks}.`,
    );
  }
}
