import { DomainError, InvalidInput } from '../../shared/domain-error.js';

/** The feed cannot go on from an event that it never had. */
export class UnknownEvent extends InvalidInput {
  constructor() {
    super([{ parameter: 'after', code: 'unknown_event', detail: 'The project has no event with this id.' }]);
  }
}

/** The feed cannot go on from an event that is kept no more: some after it may be gone too. */
export class EventsGone extends DomainError {
  constructor(days: number) {
    super(
      'gone',
      'events_gone',
      `Events are kept for ${days} days, and this one is older: read the records anew, and the feed from its start.`,
    );
  }
}
