import { documented } from '../../platform/http/index.js';
import { EventsGone } from '../domain/event.errors.js';

export const eventsGone = documented(
  new EventsGone(90),
  'Events after this one may be gone as well. Read the records anew, and go on with the feed from its start.',
);

/** Codes of field errors, and their meanings. */
export const eventFieldErrors: Readonly<Record<string, string>> = {
  unknown_event: 'is the id of no event of the project',
};
