import { setTimeout as pause } from 'node:timers/promises';
import type { Client, TestApp } from './app.js';
import { expectSuccess, walk } from './feedback.js';

let markers = 0;

/**
 * Returns the events of the project at that path, oldest first. A tag that is created now marks the end of the list and
 * is left out. The app needs its background work.
 */
export async function toldIn({ admin }: TestApp, project: string, reader: Client = admin): Promise<any[]> {
  const name = `marker-${++markers}`;
  await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
  for (;;) {
    const events = await walk(reader, `${project}/events`);
    if (events.some(({ data }) => data.name === name)) {
      return events.filter(({ data }) => !String(data.name).startsWith('marker-'));
    }
    await pause(50);
  }
}

/** Returns what the stored events of the project at that path contain, of one type, oldest first. */
export function eventsOfType(
  service: TestApp,
  project: string,
  type: string,
): Promise<{ data: any; previous: any }[]> {
  return service.query(
    `select e.data, e.previous from events e join projects p on p.id = e.project_id
     where '/projects/' || p.slug = $1 and e.type = $2 order by e.id`,
    [project, type],
  );
}
