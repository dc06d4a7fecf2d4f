export { TransactionalEventHandler } from './application/transactional-event-handler.js';
export { EventRecorder } from './application/event-recorder.js';
export { EventQueries } from './application/event.queries.js';
export { type EventContent, EventTypes } from './domain/event-types.js';
export type { EventHeader } from './domain/event.repository.js';
export { eventFieldErrors, EventResponse } from './http/event.dto.js';
export { describeEvents } from './http/event-schemas.js';
export { EventsModule } from './events.module.js';
