import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';

/** A word that only internal comments contain, and the ids of these comments. */
const secrets = ['Xylographicword'];

let service: TestApp;
let project: string;
let feedback: string;
let thread: string;
let hidden: string;
let pending: string;
let editor: Client & { userId: string };
const readers: Record<string, Client & { userId: string }> = {};

beforeAll(async () => {
  service = await startApp({ background: true });
  project = await newProject(service);
  const { admin } = service;
  const settings = { signed_in: 'contributor', public_feedback: true, public_names: true };
  await expectSuccess(admin.patch(`${project}/settings`, settings));
  editor = await newMember(service, project, 'editor');
  for (const role of ['viewer', 'contributor']) readers[role] = await newMember(service, project, role);
  readers['signed in'] = await service.userClient('signed-in@example.com');
  feedback = await newFeedback(readers['contributor']!, project, 'Dark mode');
  const source = await newFeedback(admin, project, 'Night mode');
  const write = async (on: string, fields: object): Promise<string> => {
    const { body } = await expectSuccess(editor.post(`${on}/comments`, { content: secrets[0], ...fields }));
    return body.id as string;
  };
  thread = await write(feedback, { content: 'Visible' });
  hidden = await write(feedback, { kind: 'internal' });
  secrets.push(hidden);
  secrets.push(await write(feedback, { kind: 'internal', parent_id: thread }));
  secrets.push(await write(feedback, { parent_id: hidden }));
  secrets.push(await write(source, { kind: 'internal' }));
  // Written by a contributor, and made internal afterwards.
  const { body } = await expectSuccess(readers['viewer']!.get(feedback));
  expect(body.comment_count).toBe(1);
  const turned = await write(feedback, { user_id: readers['signed in'].userId });
  await expectSuccess(editor.patch(`${feedback}/comments/${turned}`, { kind: 'internal' }));
  secrets.push(turned);
  await expectSuccess(admin.patch(`${project}/settings`, { approval: 'all' }));
  const waiting = await readers['signed in'].post(`${feedback}/comments`, { content: secrets[0] });
  expect(waiting.body.approval).toBe('pending');
  pending = waiting.body.id;
  await expectSuccess(editor.post(`${source}/merge`, { into: body.id }));
});

afterAll(() => service.close());

/** All reads of feedback and comments, below the path of the project. */
const paths = () => {
  const one = feedback.slice(project.length);
  const all = 'include=updated_at,merged_ids,response,comments_locked,viewer,source';
  return [
    `/feedback?${all}`,
    `/feedback?q=${secrets[0]}`,
    `/feedback?q=mode&sort=relevance&${all}`,
    '/feedback?sort=most_commented',
    `/feedback/similar?title=Dark+mode&${all}`,
    `/feedback/similar?title=${secrets[0]}`,
    '/feedback/stats',
    `${one}?${all}`,
    `${one}/comments`,
    `${one}/comments?count=true`,
    `${one}/comments?kind=internal`,
    `${one}/comments?parent_id=${thread}`,
    `${one}/comments/${thread}`,
    `${one}/comments/${hidden}`,
    '/comments?count=true',
    '/comments?kind=internal',
    `/comments?user_id=${editor.userId}`,
    '/comments?user_id=me',
    '/tags',
    '/changelogs',
    `${one}/changelogs`,
    '/events',
    '/webhooks',
    '/export',
  ];
};

/** Expects that an answer contains no secret, apart from those in its own path, which errors repeat. */
function expectNoSecret(path: string, text: string): void {
  for (const secret of secrets.filter((each) => !path.includes(each))) {
    expect([path, text.includes(secret)]).toEqual([path, false]);
  }
}

describe('A comment that waits for approval', () => {
  it.each(['viewer', 'contributor'])('is in no answer to: %s', async (name) => {
    const reader = readers[name]!;
    for (const path of [
      ...paths(),
      '/comments?approval=pending',
      `${feedback.slice(project.length)}/comments/${pending}`,
    ]) {
      const { text } = await reader.get(`${project}${path}`);
      expect([path, text.includes(pending) && !path.includes(pending)]).toEqual([path, false]);
      expectNoSecret(path, text);
    }
    const path = `${feedback}/comments/${pending}`;
    const answers = [await reader.get(path), await readers['contributor']!.patch(path, { content: 'x' })];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'comment_not_found']);
  });

  it('is seen by its author and by editors, if they ask for it', async () => {
    for (const reader of [readers['signed in']!, editor]) {
      expect((await reader.get(`${feedback}/comments/${pending}`)).body.approval).toBe('pending');
      const { body } = await reader.get(`${project}/comments?approval=pending`);
      expect(body).toEqual([expect.objectContaining({ id: pending })]);
      expect((await reader.get(`${feedback}/comments`)).text).not.toContain(pending);
      expect((await reader.get(feedback)).body.comment_count).toBe(1);
    }
    const { text } = await service.send('GET', `/public/v1${feedback}/comments`);
    expect(text).not.toContain(pending);
  });
});

describe('Internal comments', () => {
  it('are seen by editors', async () => {
    const { body, headers } = await editor.get(`${feedback}/comments?count=true`);
    expect([body.length, headers.get('x-total-count')]).toEqual([6, '6']);
    const own = await editor.get(`${feedback}/comments/${hidden}`);
    expect(own.body).toMatchObject({ content: secrets[0], kind: 'internal' });
    expect((await editor.get(`${project}/comments?kind=internal`)).body).toHaveLength(5);
    expect((await editor.get(`${project}/events?type=comment.created`)).text).toContain(secrets[0]);
    expect((await service.admin.get(`${project}/export`)).text).toContain(secrets[0]);
  });

  it.each(['viewer', 'contributor', 'signed in'])('are in no answer to: %s', async (name) => {
    const reader = readers[name]!;
    for (const path of paths()) expectNoSecret(path, (await reader.get(`${project}${path}`)).text);
    expect((await reader.get(`${project}/comments?count=true`)).headers.get('x-total-count')).toBe('1');
    expect((await reader.get(feedback)).body.comment_count).toBe(1);
  });

  it('are in no public answer', async () => {
    for (const path of paths()) {
      const { text } = await service.send('GET', `/public/v1${project}${path}`);
      expectNoSecret(path, text);
    }
    const { body } = await service.send('GET', `/public/v1${feedback}/comments`);
    expect(body).toEqual([expect.objectContaining({ id: thread, kind: 'comment', parent_id: '' })]);
  });

  it('do not exist for the writes of others', async () => {
    const path = `${feedback}/comments/${hidden}`;
    for (const reader of [readers['contributor']!, readers['signed in']!]) {
      for (const answer of [await reader.patch(path, { content: 'x' }), await reader.delete(path)]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'comment_not_found']);
      }
      const reply = await reader.post(`${feedback}/comments`, { content: 'Hi', parent_id: hidden });
      expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'not_found']);
    }
  });

  it('are part of the data about their author only', async () => {
    const exported = async (name: string) =>
      (await readers[name]!.get('/users/me/export', { accept: 'application/x-ndjson' })).text;
    expect(await exported('signed in')).toContain(secrets[0]);
    expect(await exported('contributor')).toContain('Dark mode');
    expectNoSecret('/users/me/export', await exported('contributor'));
  });
});
