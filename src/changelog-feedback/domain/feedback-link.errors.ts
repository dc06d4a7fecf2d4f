import { DomainError } from '../../shared/domain-error.js';

export class TooMuchLinkedFeedback extends DomainError {
  constructor(max: number) {
    super(
      'conflict',
      'too_much_linked_feedback',
      `The changelog entry is linked to too much feedback. An entry can be linked to at most ${max} feedback records.`,
    );
  }
}
