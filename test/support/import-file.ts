import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client, TestApp } from './app.js';
import { expectSuccess } from './feedback.js';

/** Sends a file to the imports of a project, by default as the instance admin. */
export function uploadFile(
  { send, admin }: Pick<TestApp, 'send' | 'admin'>,
  project: string,
  body: string | Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send('POST', `/v1${project}/imports?${query}`, {
    body,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  });
}

/** Waits until an import has ended, and returns it with its `report`. The service must run its background work. */
export async function importEnded(client: Client, path: string): Promise<any> {
  // Short files take little time. Reads in quick succession cost a longer import more than they save.
  for (let wait = 20; ; wait *= 1.5) {
    const { body } = await expectSuccess(client.get(path));
    if (body.state === 'completed' || body.state === 'failed') {
      return { ...body, report: (await expectSuccess(client.get(`${path}/report`))).body };
    }
    await pause(wait);
  }
}

/** Imports a file into a project, and returns the import when it has ended, with its `report`. */
export async function importFile(
  service: Pick<TestApp, 'send' | 'admin'>,
  project: string,
  body: string | Uint8Array,
  query = '',
  client = service.admin,
): Promise<any> {
  const headers = { authorization: `Bearer ${client.token}` };
  const started = await expectSuccess(uploadFile(service, project, body, query, headers));
  return importEnded(client, `${project}/imports/${started.body.id}`);
}
