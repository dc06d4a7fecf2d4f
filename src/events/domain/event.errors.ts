import { DomainError, InvalidInput } from '../../shared/domain-error.js';

/** The feed cannot continue after an event that it never contained. */
export class UnknownEvent extends InvalidInput {
  constructor() {
    super([{ parameter: 'after', code: 'unknown_event', detail: 'The project has no event with this id.' }]);
  }
}

/** The feed cannot continue after an event that has been removed: later events may have been removed as well. */
export class EventsGone extends DomainError {
  constructor(days: number) {
    super(
      'gone',
      'events_gone',
      `Events are kept for ${days} days, and this one is older: read the records anew, and the feed from its start.`,
    );
  }
}
