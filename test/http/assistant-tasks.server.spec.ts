import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../src/assistants/http/tools.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { type AssistantTask, tasks, type TaskWorld } from '../support/assistant-tasks.js';
import { expectSuccess, newMember } from '../support/feedback.js';
import { type Assistant, connectAssistant } from '../support/mcp-client.js';
import { settleRevenue } from '../support/revenue.js';

let service: TestApp;
let assistant: Assistant;
let world: TaskWorld;

beforeAll(async () => {
  service = await startApp();
  await expectSuccess(service.admin.post('/projects', { name: 'Acme', slug: 'acme' }));
  const editor = await newMember(service, '/projects/acme', 'editor');
  world = { project: 'acme', ids: await fill(editor) };
  await settleRevenue(service);
  assistant = await connectAssistant(service, editor.token);
});
afterAll(async () => {
  await assistant.close();
  await service.close();
});

/** Creates customers, feedback and changelog entries, and returns the ids of the latter two by their titles. */
async function fill(editor: Client): Promise<Record<string, string>> {
  const put = (path: string, body?: object) =>
    expectSuccess(service.admin.put(`/projects/acme/${path}`, body));
  const post = async (path: string, body: object, client = editor) =>
    (await expectSuccess(client.post(`/projects/acme/${path}`, body))).body.id as string;
  for (const [id, name, revenue] of [
    ['globex', 'Globex', 120_000],
    ['initech', 'Initech', 48_000],
    ['hooli', 'Hooli', 3_600],
  ]) {
    await put(`companies/${id}`, { name, revenue });
  }
  for (const [id, company] of [
    ['ann', 'globex'],
    ['grace', 'initech'],
    ['bob', 'hooli'],
    ['dan', ''],
  ]) {
    await put(`people/${id}`, { email: `${id}@example.com`, company });
  }
  await put('boards/bugs', { name: 'Bugs', visibility: 'public' });
  await put('fields/platform', { name: 'Platform', type: 'choices', options: ['iOS', 'Android'] });
  const ids: Record<string, string> = {};
  const submit = async (title: string, author: string, voters: string[], further: object = {}) => {
    const id = await post('feedback', { title, user: { external_id: author }, ...further });
    ids[title] = id;
    for (const voter of voters) await post(`feedback/${id}/upvotes`, { user: { external_id: voter } });
  };
  await submit('SSO with SAML', 'ann', ['ann', 'grace', 'dan']);
  await submit('Dark mode', 'dan', ['dan', 'bob']);
  await submit('Export to CSV', 'bob', ['bob'], { status: 'planned' });
  await submit('Export to Excel files', 'dan', ['dan']);
  await submit('Crash when I rotate the phone', 'dan', [], { board: 'bugs', fields: { platform: ['iOS'] } });
  await submit('Crash on start', 'dan', [], { board: 'bugs', fields: { platform: ['Android'] } });
  await submit('Higher limits of the API', 'dan', []);
  await submit('Shortcuts for the keyboard', 'dan', []);
  await submit('Longer sessions', 'dan', []);
  await expectSuccess(editor.put(`/projects/acme/feedback/${ids['Higher limits of the API']}/upvotes/me`));
  for (const [author, content] of [
    ['ann', 'Okta, please.'],
    ['grace', 'Entra ID for us.'],
  ]) {
    await post(`feedback/${ids['SSO with SAML']}/comments`, { content, user: { external_id: author } });
  }
  await expectSuccess(service.admin.patch('/projects/acme/settings', { approval: 'all' }));
  const contributor = await newMember(service, '/projects/acme', 'contributor');
  for (const title of ['A plan for schools', 'CHEAP WATCHES']) await post('feedback', { title }, contributor);
  ids['Keyboard shortcuts'] = await post('changelogs', { title: 'Keyboard shortcuts', published: true });
  ids['CSV export is here'] = await post('changelogs', { title: 'CSV export is here' });
  return ids;
}

describe('An assistant', () => {
  it.each(tasks.map(({ task }, index) => [task, index] as const))('does: %s', async (_, index) => {
    const { run, expected, tools: expectedTools } = tasks[index] as AssistantTask;
    assistant.called.length = 0;
    expect(await run(assistant, world)).toEqual(expected);
    expect(assistant.called).toEqual(expectedTools);
    expect(assistant.called.length).toBeLessThanOrEqual(3);
  });

  it('needs every tool for the tasks', () => {
    const used = new Set(tasks.flatMap((task) => task.tools));
    expect([tools.map(({ name }) => name).filter((name) => !used.has(name)), tasks.length]).toEqual([[], 20]);
  });
});

describe('The page on assistants', () => {
  const page = readFileSync('docs/assistants.md', 'utf8');

  it('lists the tasks with the tools that they take', () => {
    const rows = tasks.map((each) => `${each.task} ${each.tools.map((name) => `\`${name}\``).join(', ')}`);
    const listed = [...page.matchAll(/^\| \d+ +\| (.*?) +\| (.*?) +\|$/gm)].map(
      ([, task, used]) => `${task} ${used}`,
    );
    expect(listed).toEqual(rows);
  });

  it('lists the tools with what they do', () => {
    const rows = tools.map(({ name, title }) => `${name} ${title}`);
    const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|/gm)].map(
      ([, name, title]) => `${name} ${title}`,
    );
    expect(listed).toEqual(rows);
  });
});
