/** Jobs that notify the audience of an event, one part at a time. */
export abstract class NotificationJobs {
  /** Sets what a job does. To be called before the application has started. */
  abstract handle(notify: (eventId: string, after?: string) => Promise<void>): void;

  /** Adds a job for each of the events in the current unit of work. */
  abstract add(eventIds: readonly string[]): Promise<void>;

  /** Adds a job for the part of the audience that starts at a position. */
  abstract continue(eventId: string, after: string): Promise<void>;
}
