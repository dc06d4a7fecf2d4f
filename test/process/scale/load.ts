import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrapToken, type ServiceProcess } from '../service-process.js';
import { until } from '../../support/until.js';

export { until };

/** Sends a request to a service, and reads the response. */
export async function send(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const answer = await service.call(method, path, bootstrapToken, body, headers);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return { status: answer.status, body: text && isJson ? JSON.parse(text) : text, answer };
}

/** The acknowledged changes of one client, and those whose response is missing. */
export interface Acknowledged {
  /** Titles by the ids of feedback. */
  readonly titles: Map<string, string>;
  /** Ids of the feedback that the client has voted for. */
  readonly votes: Set<string>;
  /** Responses by their status, and `broken` for connections that broke. */
  readonly answers: Map<string, number>;
  /** Reads that did not show earlier writes of the same client. */
  readonly stale: string[];
}

/**
 * Submits, changes, votes and reads, each request at the next service, until it is stopped. Each client checks that it
 * reads its own writes.
 */
export function work(services: readonly ServiceProcess[], clients: number) {
  let isRunning = true;
  let turn = 0;
  const acknowledged: Acknowledged = { titles: new Map(), votes: new Set(), answers: new Map(), stale: [] };
  const count = (answer: string) =>
    acknowledged.answers.set(answer, (acknowledged.answers.get(answer) ?? 0) + 1);
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    turn = (turn + 1) % services.length;
    try {
      const answer = await send(services[turn]!, method, `/projects/acme${path}`, body, headers);
      count(String(answer.status));
      return answer;
    } catch (error) {
      // fetch throws this when the connection breaks.
      if ((error as Error).name !== 'TypeError') throw error;
      count('broken');
      return { status: 0, body: undefined };
    }
  };
  const done = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; isRunning; n++) {
        const title = `${client}/${n}`;
        const made = await ask('POST', '/feedback', { title, tags: ['one', 'two'] });
        if (made.status !== 201) continue;
        const { id } = made.body as { id: string };
        acknowledged.titles.set(id, title);
        const fresh = { 'cache-control': 'no-cache' };
        const read = await ask('GET', `/feedback/${id}`, undefined, fresh);
        if (read.status === 200 && read.body.title !== title) acknowledged.stale.push(id);
        if (read.status === 404) acknowledged.stale.push(id);
        if ((await ask('PUT', `/feedback/${id}/upvotes/me`)).status < 300) acknowledged.votes.add(id);
        await ask('GET', '/feedback?limit=20');
        await ask('GET', `/feedback?q=${client}`);
        const changed = await ask('PATCH', `/feedback/${id}`, { title: `${title}, changed` });
        if (changed.status === 200) acknowledged.titles.set(id, `${title}, changed`);
        // The request may have been executed or not.
        else acknowledged.titles.delete(id);
      }
    }),
  );
  return {
    acknowledged,
    /** Stops the load, and returns the acknowledged changes. */
    stop: async (): Promise<Acknowledged> => {
      isRunning = false;
      await done;
      return acknowledged;
    },
  };
}

/** Returns the acknowledged feedback, votes and events that are missing. */
export async function lost(service: ServiceProcess, { titles, votes }: Acknowledged): Promise<string[]> {
  const missing: string[] = [];
  const fresh = { authorization: `Bearer ${bootstrapToken}`, 'cache-control': 'no-cache' };
  for (const [id, title] of titles) {
    const answer = await fetch(`${service.url}/v1/projects/acme/feedback/${id}`, { headers: fresh });
    const found = (await answer.json()) as { title: string; upvotes: number };
    if (found.title !== title) missing.push(`${id}: ${title}, not ${found.title}`);
    if (votes.has(id) && found.upvotes !== 1) missing.push(`${id}: ${found.upvotes} votes`);
  }
  // The relay takes a moment.
  let created = await createdIn(service, fresh);
  for (
    const end = Date.now() + 10_000;
    [...titles.keys()].some((id) => !created.has(id)) && Date.now() < end;
  ) {
    await sleep(200);
    created = await createdIn(service, fresh);
  }
  for (const id of titles.keys()) {
    if (created.get(id) !== 1) missing.push(`${id}: ${created.get(id)} events`);
  }
  return missing;
}

/** Returns how many events of the feed report the creation of each feedback, by its id. */
async function createdIn(
  service: ServiceProcess,
  headers: Record<string, string>,
): Promise<Map<string, number>> {
  const created = new Map<string, number>();
  for (let url: string | undefined = `${service.url}/v1/projects/acme/events?type=feedback.created`; url;) {
    const page: Response = await fetch(url, { headers });
    for (const { data } of (await page.json()) as { data: { id: string } }[]) {
      created.set(data.id, (created.get(data.id) ?? 0) + 1);
    }
    url = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return created;
}
