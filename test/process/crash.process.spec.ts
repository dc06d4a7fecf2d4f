import { afterEach, describe, expect } from '@jest/globals';
import { itOnEmbedded, itOnServer } from '../support/server-url.js';
import {
  bootstrapToken,
  cleanUp,
  copyPreparedData,
  emptyDatabase,
  emptyFolder,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

/** What a client knows of a record: the text that was acknowledged last, and one whose response is missing. */
interface Known {
  acknowledged: string;
  sent: string;
}

/** By the records' paths. */
type Knowledge = Map<string, Known>;

/** Writes new texts until the service ends, and counts the acknowledged ones. */
async function write(
  service: ServiceProcess,
  name: string,
  known: Knowledge,
  count: () => void,
): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<any> => {
    const response = await service.call(method, `/projects/acme/${path}`, bootstrapToken, body);
    const record = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(record)}`);
    count();
    return record;
  };
  try {
    for (let n = 0; ; n++) {
      const title = `${name}, ${n}`;
      const feedback = await send('POST', 'feedback', { title });
      known.set(`feedback/${feedback.id}`, { acknowledged: title, sent: title });
      const changelog = await send('POST', 'changelogs', { title });
      known.set(`changelogs/${changelog.id}`, { acknowledged: title, sent: title });
      for (const [path, record] of [...known].slice(-6)) {
        record.sent = `${title}, again`;
        await send(path.startsWith('feedback') ? 'PATCH' : 'PUT', path, { title: record.sent });
        record.acknowledged = record.sent;
      }
    }
  } catch (error) {
    // fetch throws this when the connection breaks, which is expected.
    if ((error as Error).name !== 'TypeError') throw error;
  }
}

/** The titles of all records, by their paths. */
async function stored(service: ServiceProcess): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const list of ['feedback', 'changelogs']) {
    let url: string | undefined = `${service.url}/v1/projects/acme/${list}`;
    while (url !== undefined) {
      const page = await fetch(url, { headers: { authorization: `Bearer ${bootstrapToken}` } });
      for (const { id, title } of (await page.json()) as { id: string; title: string }[]) {
        titles.set(`${list}/${id}`, title);
      }
      url = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
  }
  return titles;
}

async function killWhileWriting(
  folder: string,
  settings: Record<string, string>,
  kills: number,
): Promise<void> {
  const knowledge: Knowledge[] = [];
  for (let round = 0; ; round++) {
    const service = await ServiceProcess.start(folder, { ...settings, LOG_LEVEL: 'info' });
    if (round === 0) await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
    const titles = await stored(service);
    for (const [path, { acknowledged, sent }] of knowledge.flatMap((known) => [...known])) {
      // A pending write may have been stored or not.
      expect([path, [acknowledged, sent]]).toEqual([path, expect.arrayContaining([titles.get(path)])]);
    }
    if (round === kills) break;
    let acknowledged = 0;
    const writers = ['one', 'two', 'three', 'four'].map((name) => {
      const known: Knowledge = new Map();
      knowledge.push(known);
      return write(service, `${name} in round ${round}`, known, () => {
        acknowledged++;
        if (acknowledged === 50 + 37 * round) service.signal('SIGKILL');
      });
    });
    await Promise.all(writers);
    expect(await service.end()).toBe('SIGKILL');
    expect(acknowledged).toBeGreaterThanOrEqual(50 + 37 * round);
  }
}

describe('kill -9 during writes loses no acknowledged change', () => {
  itOnEmbedded('on the embedded database', async () => {
    const folder = await emptyFolder();
    await copyPreparedData(folder);
    // The second time, a database that has been repaired.
    await killWhileWriting(folder, { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken }, 2);
  });

  itOnServer('on a server (needs TEST_DATABASE_URL)', async () => {
    const settings = { ...(await emptyDatabase()), BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
    await killWhileWriting(await emptyFolder(), settings, 1);
  });
});
