/**
 * SQL for the `data` of an event, as JSON.
 *
 * @param id SQL of the event's id, such as `e.id`
 */
export function eventData(id: string): string {
  return `(select events.data from events where events.id = ${id})`;
}
