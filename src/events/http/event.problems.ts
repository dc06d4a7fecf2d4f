import { documented } from '../../platform/problems/index.js';
import { EventsGone } from '../domain/event.errors.js';

export const eventsGone = documented(
  new EventsGone(90),
  'Later events may have been removed as well. Read all records again, then continue with the feed from its start.',
);

/** The codes of field errors with their meanings. */
export const eventFieldErrors: Readonly<Record<string, string>> = {
  unknown_event: 'is not the id of an event of the project',
};
