import { DomainError, InvalidInput } from '../../shared/domain-error.js';

/** The feed cannot continue after an event that it never contained. */
export class UnknownEvent extends InvalidInput {
  constructor() {
    super([
      { parameter: 'after', code: 'unknown_event', detail: 'The event does not exist in this project.' },
    ]);
  }
}

/** The feed cannot continue after an event that has been removed: later events may have been removed as well. */
export class EventsGone extends DomainError {
  override readonly remedy =
    'Later events may have been removed as well. Read all records again, then continue with the feed from its start.';

  constructor(days: number) {
    super(
      'gone',
      'events_gone',
      `The event has been removed: events are stored for ${days} days. Read all records again, then the feed from its start.`,
    );
  }
}
