import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { walk } from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let ada: Client & { userId: string };
let expected: [string, unknown][];

const project = '/projects/acme';
const ndjson = { accept: 'application/x-ndjson' };

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  const { id: projectId } = await bodyOf(admin.post('/projects', { name: 'Acme', slug: 'acme' }));
  ada = await service.userClient('ada@example.com');
  const other = await service.userClient('other@example.com');
  for (const user of [ada, other])
    await bodyOf(admin.put(`${project}/members/${user.userId}`, { role: 'editor' }));
  const feedback = `${project}/feedback`;
  const [own, merged] = [
    await bodyOf(ada.post(feedback, { title: 'Own' })),
    await bodyOf(ada.post(feedback, { title: 'Merged' })),
  ];
  const { id } = await bodyOf(other.post(feedback, { title: 'Of somebody else' }));
  await bodyOf(ada.post(`${feedback}/${id}/comments`, { content: 'Mine' }));
  await bodyOf(other.post(`${feedback}/${id}/comments`, { content: 'Of somebody else' }));
  await bodyOf(ada.put(`${feedback}/${id}/upvotes/me`));
  await bodyOf(other.put(`${feedback}/${id}/upvotes/me`));
  await bodyOf(ada.post(`${project}/changelogs`, { title: 'Draft' }));
  await bodyOf(other.post(`${project}/changelogs`, { title: 'Of somebody else' }));
  await bodyOf(admin.post(`${feedback}/${merged.id}/merge`, { into: id }));
  const of = { user_id: ada.userId };
  expected = [
    ['account', { id: ada.userId, email: 'ada@example.com', full_name: 'ada' }],
    ['token', { ...of, name: 'test', scope: 'admin' }],
    ['membership', { project_id: projectId, project: 'acme', role: 'editor' }],
    ['feedback', { ...of, project_id: projectId, id: own.id, title: 'Own' }],
    ['feedback', { ...of, project_id: projectId, id: merged.id, title: 'Merged' }],
    ['comment', { ...of, project_id: projectId, feedback_id: id, content: 'Mine' }],
    ['vote', { project_id: projectId, feedback_id: id }],
    ['changelog', { project_id: projectId, author_id: ada.userId, title: 'Draft' }],
    ['preferences', { auto_subscribe: true, mail: 'each', time_zone: 'UTC', locale: '' }],
  ];
});
afterAll(() => service.close());

async function bodyOf(answer: Promise<Answer>): Promise<any> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body;
}

/** Checks that an export has all records about the user and no others; their order is not specified. */
function expectAll(records: any[]): void {
  expect(records).toHaveLength(expected.length);
  expect(records).toEqual(
    expect.arrayContaining(
      expected.map(([kind, record]) => ({ kind, record: expect.objectContaining(record as object) })),
    ),
  );
}

it('streams everything about a user to the user and to instance admins', async () => {
  for (const [client, path] of [
    [ada, '/users/me/export'],
    [ada, `/users/${ada.userId.toUpperCase()}/export`],
    [admin, `/users/${ada.userId}/export`],
  ] as const) {
    const { text, headers } = await client.get(path, ndjson);
    expect(headers.get('content-type')).toMatch('application/x-ndjson');
    expectAll(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    );
    expect(text).not.toContain(ada.token);
  }
});

it('returns pages, and the number of all records on request', async () => {
  expectAll(await walk(ada, '/users/me/export'));
  expectAll(await walk(ada, '/users/me/export?limit=1'));
  const { headers } = await ada.get('/users/me/export?count=true');
  expect(headers.get('x-total-count')).toBe(String(expected.length));
});

it('streams more records than one batch has', async () => {
  const reader = await service.userClient('many@example.com');
  const { id } = (await bodyOf(admin.get(`${project}/feedback`)))[0];
  for (let n = 0; n < 110; n++) {
    const comment = { content: `Comment ${n}`, user_id: reader.userId };
    await bodyOf(admin.post(`${project}/feedback/${id}/comments`, comment));
  }
  const lines = (await reader.get('/users/me/export', ndjson)).text.trimEnd().split('\n');
  const contents = lines.map((line) => JSON.parse(line).record.content).filter(Boolean);
  expect(new Set(contents).size).toBe(110);
});

it('leaves out the memberships and external ids of projects that blocked the user, except for instance admins', async () => {
  const bea = await service.userClient('bea@example.com');
  for (const [slug, role] of [
    ['open', 'viewer'],
    ['closed', 'blocked'],
  ]) {
    await bodyOf(admin.post('/projects', { name: slug, slug }));
    await bodyOf(admin.put(`/projects/${slug}/members/${bea.userId}`, { role }));
    await bodyOf(admin.put(`/projects/${slug}/people/bea`, { email: 'bea@example.com' }));
  }
  const kindsOf = async (client: Client, project: string) => {
    const records: any[] = await walk(client, `/users/${bea.userId}/export`);
    return records.filter(({ record }) => record.project === project).map(({ kind }) => kind);
  };
  expect(await kindsOf(bea, 'open')).toEqual(['membership', 'person']);
  expect(await kindsOf(bea, 'closed')).toEqual([]);
  expect(await kindsOf(admin, 'closed')).toEqual(['membership', 'person']);
  const { headers } = await bea.get('/users/me/export?count=true');
  expect(headers.get('x-total-count')).toBe(String((await walk(bea, '/users/me/export')).length));
});

it('returns 403 to other users, and 404 for users that do not exist', async () => {
  const { id } = (await bodyOf(admin.get('/me'))).user;
  expect((await ada.get(`/users/${id}/export`)).status).toBe(403);
  for (const unknown of ['nobody', '00000000-0000-7000-8000-000000000000']) {
    expect((await admin.get(`/users/${unknown}/export`)).status).toBe(404);
  }
  expect((await ada.get('/users/me/export?cursor=x')).status).toBe(400);
});
