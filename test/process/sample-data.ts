import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { bootstrapToken, type ServiceProcess } from './service-process.js';

/** What a service answers to a read. */
export interface StoredAnswer {
  readonly body: unknown;
  readonly etag: string | null;
  readonly total: string | null;
}

/** Creates records of every kind through the API, and waits until all events are in the feed. */
export async function createSampleData(service: ServiceProcess): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await service.call(method, path, bootstrapToken, body);
    const text = await answer.text();
    expect(`${method} ${path}: ${answer.status} ${text}`).toMatch(/: 20[0-4] /);
    return text === '' ? undefined : JSON.parse(text);
  };
  await send('POST', '/projects', { name: 'Acme', slug: 'acme-old' });
  await send('PATCH', '/projects/acme-old', { slug: 'acme' });
  await send('PATCH', '/projects/acme/config', { custom_domain: 'feedback.example.com' });
  const ada = await send('POST', '/users', { email: 'ada@example.com', full_name: 'Ada Lovelace' });
  await send('PUT', `/projects/acme/members/${ada.id}`, { role: 'editor' });
  for (const tag of ['ui', 'data']) await send('PUT', `/projects/acme/tags/${tag}`, { color: '#336699' });
  await send('PUT', '/projects/acme/fields/effort', { name: 'Effort', type: 'number' });
  await send('PUT', '/projects/acme/companies/crm-7', { name: 'Globex', revenue: 12_000 });
  await send('PUT', '/projects/acme/people/app-1', { email: 'ada@example.com', company: 'crm-7' });
  const ids: string[] = [];
  for (const title of ['Dark mode', 'Größere Schrift', 'Export to CSV', 'Dark theme']) {
    const feedback = { title, description: `About: ${title}`, tags: ['ui', 'data'] };
    ids.push((await send('POST', '/projects/acme/feedback', feedback)).id);
  }
  const feedback = (id = '') => `/projects/acme/feedback/${id}`;
  const file = await fetch(`${service.url}/v1/projects/acme/attachments?filename=log.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'text/plain' },
    // Two parts.
    body: 'A line of a log\n'.repeat(20_000),
  });
  const { id: attachment } = (await file.json()) as { id: string };
  await send('PATCH', feedback(ids[2]), { attachment_ids: [attachment] });
  await send('PATCH', feedback(ids[0]), { status: 'planned' });
  await send('PATCH', feedback(ids[1]), { fields: { effort: 3 } });
  await send('PUT', `${feedback(ids[0])}/upvotes/me`);
  await send('PUT', `${feedback(ids[1])}/upvotes/${ada.id}`);
  await send('POST', `${feedback(ids[0])}/comments`, { content: 'Please!' });
  await send('POST', `${feedback(ids[1])}/comments`, { content: 'Ja, bitte.' });
  await send('POST', `${feedback(ids[3])}/merge`, { into: ids[0] });
  await send('POST', '/projects/acme/changelogs', { title: 'CSV export', content: 'Done.', published: true });
  await send('POST', '/projects/acme/changelogs', { title: 'A draft' });
  // An event type that does not occur here, so that nothing is sent.
  const webhook = { url: 'https://example.com/hook', event_types: ['changelog.deleted'] };
  await send('POST', '/projects/acme/webhooks', webhook);
  while (!(await eventsAreInFeed(service))) await sleep(50);
  while (!(await revenueIsCounted(service))) await sleep(50);
}

/** Whether the feed contains the last event of `createSampleData`. */
async function eventsAreInFeed(service: ServiceProcess): Promise<boolean> {
  const { body } = await read(service, '/projects/acme/events');
  return JSON.stringify(body).includes('A draft');
}

/** Whether the revenue of the voter's company has been counted, which happens after the vote. */
async function revenueIsCounted(service: ServiceProcess): Promise<boolean> {
  const { body } = await read(service, '/projects/acme/feedback?include=revenue');
  return (body as { revenue: number }[]).some(({ revenue }) => revenue === 12_000);
}

/** Returns the answers to reads of all sample data, by their paths. */
export async function readSampleData(service: ServiceProcess): Promise<Record<string, StoredAnswer>> {
  const project = '/projects/acme';
  const withMembers = 'feedback?include=fields,attachments,revenue,companies';
  const lists = ['feedback', 'feedback?q=dark', withMembers, 'changelogs'];
  lists.push('tags', 'fields', 'companies', 'people', 'events', 'webhooks');
  const paths = [
    '/users',
    '/projects',
    project,
    '/projects/acme-old',
    `${project}/config`,
    `${project}/members`,
  ];
  paths.push(...lists.map((list) => `${project}/${list}`));
  const answers: Record<string, StoredAnswer> = {};
  for (const path of paths) answers[path] = await read(service, path);
  for (const list of ['feedback', 'changelogs'] as const) {
    for (const { id } of answers[`${project}/${list}`]!.body as { id: string }[]) {
      const path = `${project}/${list}/${id}`;
      answers[path] = await read(service, path);
      if (list === 'changelogs') continue;
      for (const part of ['comments', 'upvotes']) {
        answers[`${path}/${part}`] = await read(service, `${path}/${part}`);
      }
    }
  }
  const files = (answers[`${project}/${withMembers}`]!.body as { attachments: { url: string }[] }[]).flatMap(
    ({ attachments }) => attachments,
  );
  for (const { url } of files) {
    const answer = await fetch(new URL(url, service.url));
    answers[url] = { body: await answer.text(), etag: answer.headers.get('etag'), total: null };
  }
  return answers;
}

async function read(service: ServiceProcess, path: string): Promise<StoredAnswer> {
  const answer = await service.call('GET', path, bootstrapToken);
  return {
    body: await answer.json(),
    // That of a list depends on its links, which contain the port.
    etag: answer.headers.has('link') ? null : answer.headers.get('etag'),
    total: answer.headers.get('x-total-count'),
  };
}

/** Submits feedback, and returns the types of the events after those that the feed had. */
export async function eventsOfNewFeedback(service: ServiceProcess): Promise<string[]> {
  const events = async (after = '') => {
    const answer = await service.call('GET', `/projects/acme/events${after}`, bootstrapToken);
    return (await answer.json()) as { id: string; type: string }[];
  };
  const last = (await events()).at(-1)?.id ?? '';
  const created = await service.call('POST', '/projects/acme/feedback', bootstrapToken, { title: 'More' });
  expect(created.status).toBe(201);
  for (;;) {
    const following = await events(`?after=${last}`);
    if (following.length > 0) return following.map(({ type }) => type);
  }
}
