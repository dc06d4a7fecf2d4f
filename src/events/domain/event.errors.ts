import { DomainError, InvalidInput } from '../../shared/domain-error.js';

/** The feed cannot continue after an event that it never contained. */
export class UnknownEvent extends InvalidInput {
  constructor() {
    super([
      { parameter: 'after', code: 'unknown_event', detail: 'The event does not exist in this project.' },
    ]);
  }
}

/** The feed cannot continue after an event, because later events have been removed. */
export class EventsGone extends DomainError {
  override readonly remedy =
    'Events were missed. Read all records again, then continue with the feed from its start.';

  constructor(days: number) {
    super(
      'gone',
      'events_gone',
      `Later events have been removed: events are stored for ${days} days. Read all records again, then the feed from its start.`,
    );
  }
}
