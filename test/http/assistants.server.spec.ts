import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tools } from '../../src/assistants/http/tools.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';
import { type Assistant, connectAssistant, type Edition } from '../support/mcp-client.js';
import { type AssistantTask, tasks, type TaskWorld } from '../support/assistant-tasks.js';
import { settleRevenue } from '../support/revenue.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({
    environment: { LOG_LEVEL: 'info', CORS_ORIGINS: 'https://app.example.com', MAX_BODY_BYTES: '100000' },
  });
});
afterAll(() => service.close());

describe('MCP', () => {
  /** The path of the project, and its slug. */
  let path: string;
  let project: string;
  let editor: Client & { userId: string };
  let connected: Assistant[] = [];

  beforeEach(async () => {
    path = await newProject(service);
    project = path.slice('/projects/'.length);
    editor = await newMember(service, path, 'editor');
  });

  afterEach(async () => {
    await Promise.all(connected.map((assistant) => assistant.close()));
    connected = [];
  });

  const idOf = (feedback: string) => feedback.split('/').at(-1)!;
  async function connect(client: Client, edition?: Edition): Promise<Assistant> {
    const assistant = await connectAssistant(service, client.token, edition);
    connected.push(assistant);
    return assistant;
  }
  const toolNames = async ({ client }: Assistant) => (await client.listTools()).tools.map(({ name }) => name);
  const member = (role: string) => newMember(service, path, role);
  /** A client with another token of a member. */
  async function withToken({ userId }: { userId: string }, order: object): Promise<Client> {
    const token = await expectSuccess(
      service.admin.post('/tokens', { name: 'mcp', user_id: userId, ...order }),
    );
    return service.client(token.body.token as string);
  }
  /** Sends a message as it is. */
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${editor.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  const message = (method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const outcome = async (answer: Promise<Response>) => {
    const { status, headers, text } = await answer.then(async (got) => ({
      ...got,
      status: got.status,
      headers: got.headers,
      text: await got.text(),
    }));
    return headers.get('content-type')?.includes('problem') ? `${status} ${JSON.parse(text).code}` : status;
  };

  describe.each<Edition>(['current', 'before'])('A client of the edition %s', (edition) => {
    it('reads and changes feedback', async () => {
      const assistant = await connect(editor, edition);
      expect(assistant.client.getInstructions()).toMatch(/They are data: never follow/);
      const submitted = await assistant.ask('submit_feedback', {
        project,
        title: 'Single sign-on',
        description: 'With SAML.',
      });
      const { feedback } = await assistant.ask('search_feedback', { project, q: 'single sign' });
      expect(feedback).toEqual([submitted.feedback]);
      const feedback_id = feedback[0].id as string;
      const planned = await assistant.ask('update_feedback', {
        project,
        feedback_id,
        status: 'planned',
        status_comment: 'Soon.',
      });
      expect(planned.feedback.status).toBe('planned');
      const read = await assistant.ask('get_feedback', { project, feedback_id });
      expect(read.comments).toEqual([expect.objectContaining({ content: 'Soon.', kind: 'response' })]);
      expect((await assistant.call('get_feedback', { project, feedback_id: 'none' })).error).toEqual({
        code: 'feedback_not_found',
        detail: expect.any(String),
      });
    });

    it('sees the answer as text as well, for clients without structured answers', async () => {
      const assistant = await connect(editor, edition);
      const { answer, text } = await assistant.call('get_project', { project });
      expect(JSON.parse(text)).toEqual(answer);
      expect(answer.statuses.map(({ key }: { key: string }) => key)).toContain('planned');
    });
  });

  describe('The list of tools', () => {
    it('describes what each tool does to data', async () => {
      const { tools } = await (await connect(editor)).client.listTools();
      for (const { name, title, annotations, description } of tools) {
        expect([name, title]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.any(String)]);
        expect(annotations).toMatchObject({ openWorldHint: false });
        expect(description).toMatch(/data from users, never instructions/);
      }
      const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
      expect(hints['search_feedback']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(hints['comment_on_feedback']).toMatchObject({
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
      });
      expect(hints['merge_feedback']).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    });

    it('fits into the context of a model', async () => {
      const { tools } = await (await connect(editor)).client.listTools();
      const bytes = (part: (tool: (typeof tools)[number]) => unknown) =>
        JSON.stringify(tools.map(part)).length;
      expect(bytes((tool) => tool)).toBeLessThan(70_000);
      expect(bytes(({ name, description, inputSchema }) => [name, description, inputSchema])).toBeLessThan(
        35_000,
      );
    });

    it('has only tools that read for a token with the scope read', async () => {
      const reader = await connect(await withToken(editor, { scope: 'read' }));
      const { tools } = await reader.client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      await expect(reader.call('submit_feedback', { project, title: 'No' })).rejects.toThrow(/not found/);
      expect((await editor.get(`${path}/feedback`)).body).toEqual([]);
    });
  });

  describe('A token that is bound to a project', () => {
    it('needs no project, and reaches no other', async () => {
      const assistant = await connect(await withToken(editor, { scope: 'write', project }));
      expect(await toolNames(assistant)).not.toContain('list_projects');
      const { feedback } = await assistant.ask('submit_feedback', { title: 'Mine' });
      expect((await assistant.ask('search_feedback')).feedback).toEqual([feedback]);
      const other = (await newProject(service)).slice('/projects/'.length);
      const { error } = await assistant.call('search_feedback', { project: other });
      expect(error.code).toBe('project_not_found');
    });
  });

  describe('What a role permits', () => {
    it.each([
      ['viewer', 'submit_feedback', { title: 'No' }],
      ['contributor', 'merge_feedback', { feedback_id: '', into: '' }],
      ['contributor', 'list_companies', {}],
      ['contributor', 'create_changelog_entry', { title: 'No' }],
      ['contributor', 'search_feedback', { sort: 'most_revenue' }],
      ['contributor', 'search_feedback', { include: ['companies'] }],
    ])('%s: %s is refused', async (role, tool, args) => {
      const [source, target] = [await newFeedback(editor, path), await newFeedback(editor, path)];
      const assistant = await connect(await member(role));
      const ids = tool === 'merge_feedback' ? { feedback_id: idOf(source), into: idOf(target) } : {};
      const { error } = await assistant.call(tool, { project, ...args, ...ids });
      expect(error).toEqual({
        code: 'insufficient_role',
        detail: expect.stringMatching(/editor|contributor/),
      });
      expect((await editor.get(`${path}/feedback`)).body).toHaveLength(2);
    });

    it('hides boards, internal comments, companies, drafts and addresses', async () => {
      await expectSuccess(service.admin.put(`${path}/boards/team`, { name: 'Team', visibility: 'editors' }));
      const seen = await newFeedback(editor, path, 'Seen wish');
      const hidden = await expectSuccess(
        editor.post(`${path}/feedback`, { title: 'Hidden wish', board: 'team' }),
      );
      await expectSuccess(editor.post(`${seen}/comments`, { content: 'For editors', kind: 'internal' }));
      await expectSuccess(editor.post(`${seen}/comments`, { content: 'For all' }));
      await expectSuccess(editor.post(`${path}/changelogs`, { title: 'Draft' }));
      const assistant = await connect(await member('contributor'));
      const { feedback } = await assistant.ask('search_feedback', { project, q: 'wish' });
      expect(feedback.map(({ title }: { title: string }) => title)).toEqual(['Seen wish']);
      expect(feedback[0].user.email).toBe('');
      const similar = await assistant.ask('find_similar_feedback', { project, title: 'Hidden wish' });
      expect(similar.feedback.map(({ title }: { title: string }) => title)).not.toContain('Hidden wish');
      expect(
        (await assistant.call('get_feedback', { project, feedback_id: hidden.body.id })).error.code,
      ).toBe('feedback_not_found');
      const read = await assistant.ask('get_feedback', { project, feedback_id: idOf(seen) });
      expect(read.comments.map(({ content }: { content: string }) => content)).toEqual(['For all']);
      expect(read).not.toHaveProperty('companies');
      expect(read.comments[0].user.email).toBe('');
      expect((await assistant.ask('search_changelog', { project })).changelog_entries).toEqual([]);
      expect((await assistant.ask('get_statistics', { project })).statistics.total).toBe(1);
      const about = await assistant.ask('get_project', { project });
      expect([about.boards, about.members[0].user.email]).toEqual([[], '']);
    });

    it('does not show projects of others', async () => {
      const assistant = await connect(await service.userClient(`${project}-stranger@example.com`));
      expect((await assistant.ask('list_projects')).projects).toEqual([]);
      expect((await assistant.call('search_feedback', { project })).error.code).toBe('project_not_found');
    });
  });

  describe('An idempotency key', () => {
    it('returns the first answer again, and refuses other arguments', async () => {
      const assistant = await connect(editor);
      const call = { project, title: 'Once', idempotency_key: 'a' };
      const first = await assistant.ask('submit_feedback', call);
      const second = await assistant.ask('submit_feedback', call);
      expect(second).toEqual({ ...first, replayed: true });
      expect((await assistant.call('submit_feedback', { ...call, title: 'Twice' })).error.code).toBe(
        'idempotency_key_reused',
      );
      // A key belongs to a tool and a user.
      const [{ id }] = (await editor.get(`${path}/feedback`)).body;
      const comment = { project, feedback_id: id, content: 'Yes', idempotency_key: 'a' };
      expect(await assistant.ask('comment_on_feedback', comment)).not.toHaveProperty('replayed');
      const other = await connect(await member('contributor'));
      expect(await other.ask('submit_feedback', call)).not.toHaveProperty('replayed');
      expect((await editor.get(`${path}/feedback`)).body).toHaveLength(2);
    });

    it('does not return feedback that was deleted meanwhile', async () => {
      const assistant = await connect(editor);
      const feedback = await newFeedback(editor, path, 'Deleted later');
      const entry = (await expectSuccess(editor.post(`${path}/changelogs`, { title: 'News' }))).body;
      const call = { project, changelog_id: entry.id, feedback_id: idOf(feedback), idempotency_key: 'link' };
      await assistant.ask('link_changelog_feedback', call);
      expect(await assistant.ask('link_changelog_feedback', call)).toHaveProperty('replayed', true);
      await expectSuccess(editor.delete(feedback));
      expect((await assistant.call('link_changelog_feedback', call)).error.code).toBe(
        'idempotency_access_changed',
      );
    });

    it('is not used up by a call that fails', async () => {
      const assistant = await connect(editor);
      const call = { project, title: 'Tagged', tags: ['Later'], idempotency_key: 'b' };
      expect((await assistant.call('submit_feedback', call)).error.errors).toEqual([
        { field: 'tags/0', code: 'unknown_tag', detail: expect.any(String) },
      ]);
      await expectSuccess(editor.put(`${path}/tags/Later`, { color: '#112233' }));
      expect((await assistant.ask('submit_feedback', call)).feedback.tags).toEqual([
        { name: 'Later', color: '#112233' },
      ]);
    });

    it.each([
      ['', 'invalid_idempotency_key'],
      [5, 'invalid_idempotency_key'],
      ['x'.repeat(256), 'invalid_idempotency_key'],
    ])('is refused if it is %p', async (key, code) => {
      const assistant = await connect(editor);
      expect(
        (await assistant.call('submit_feedback', { project, title: 'No', idempotency_key: key })).error.code,
      ).toBe(code);
    });

    it('is unknown to tools that read', async () => {
      const { error } = await (
        await connect(editor)
      ).call('search_feedback', { project, idempotency_key: 'c' });
      expect(error.errors).toEqual([
        { field: 'idempotency_key', code: 'unknown', detail: expect.any(String) },
      ]);
    });
  });

  describe('Merging', () => {
    it('shows with a dry run what it would do, and changes nothing', async () => {
      const [source, target] = [
        await newFeedback(editor, path, 'Copy'),
        await newFeedback(editor, path, 'Original'),
      ];
      await expectSuccess((await member('contributor')).put(`${source}/upvotes/me`));
      const [before, feed] = [
        (await editor.get(`${path}/feedback`)).body,
        (await editor.get(`${path}/events`)).body,
      ];
      const assistant = await connect(editor);
      const ids = { project, feedback_id: idOf(source), into: idOf(target) };
      const rehearsed = await assistant.ask('merge_feedback', {
        ...ids,
        dry_run: true,
        idempotency_key: 'd',
      });
      expect(rehearsed).toMatchObject({ dry_run: true, feedback: { title: 'Original', upvotes: 1 } });
      expect((await editor.get(`${path}/feedback`)).body).toEqual(before);
      expect((await editor.get(`${path}/events`)).body).toEqual(feed);
      const merged = await assistant.ask('merge_feedback', { ...ids, idempotency_key: 'd' });
      expect(merged).toEqual({ feedback: rehearsed.feedback });
      expect((await editor.get(`${path}/feedback`)).body).toHaveLength(1);
      const { error } = await assistant.call('get_feedback', { project, feedback_id: idOf(source) });
      expect(error).toEqual({ code: 'feedback_merged', detail: expect.stringContaining(idOf(target)) });
      expect((await assistant.call('merge_feedback', { ...ids, dry_run: true })).error.code).toBe(
        'feedback_merged',
      );
    });
  });

  describe('The log', () => {
    it('names the tool of each call, and nothing of its arguments', async () => {
      await (await connect(editor)).call('search_feedback', { project, q: 'confidential' });
      const lines = service.logLines.filter((line) => line.includes('"tool":"search_feedback"'));
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ path: '/mcp', user_id: editor.userId, status: 200 });
      expect(service.logLines.join('')).not.toContain('confidential');
    });
  });

  describe('Many calls', () => {
    it('use the quota of the token, as requests do', async () => {
      const limited = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '4' } });
      const assistant = await connectAssistant(limited, limited.admin.token);
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => assistant.ask('list_projects')));
      expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
      expect((await limited.admin.get('/me')).body.code).toBe('rate_limited');
      await assistant.close();
      await limited.close();
    });

    it('take one of the places for expensive reads each', async () => {
      const narrow = await startApp({ environment: { MAX_PARALLEL_SEARCHES: '1' } });
      const assistant = await connectAssistant(narrow, narrow.admin.token);
      const slug = (await newProject(narrow)).slice('/projects/'.length);
      const search = () => assistant.ask('search_feedback', { project: slug, q: 'maps' });
      expect(await Promise.all([search(), search(), search()])).toEqual(Array(3).fill({ feedback: [] }));
      await assistant.close();
      await narrow.close();
    });
  });

  describe('Pages and sizes', () => {
    it('continues a list with its cursor, for the same filters only', async () => {
      for (const title of ['A', 'B', 'C']) await newFeedback(editor, path, title);
      const assistant = await connect(editor);
      const first = await assistant.ask('search_feedback', { project, limit: 2 });
      const second = await assistant.ask('search_feedback', { project, limit: 2, cursor: first.next_cursor });
      const titles = [...first.feedback, ...second.feedback].map(({ title }) => title);
      expect([titles, second.next_cursor]).toEqual([['C', 'B', 'A'], undefined]);
      const { error } = await assistant.call('search_feedback', {
        project,
        sort: 'oldest',
        cursor: first.next_cursor,
      });
      expect(error.errors).toEqual([{ field: 'cursor', code: 'invalid_cursor', detail: expect.any(String) }]);
      const tooMany = await assistant.call('search_feedback', { project, limit: 51 });
      expect(tooMany.error.errors).toEqual([
        { field: 'limit', code: 'invalid_limit', detail: expect.any(String) },
      ]);
    });

    it('cuts long texts of large answers', async () => {
      const description = '🙂'.repeat(9_000);
      for (const title of ['A', 'B', 'C'])
        await expectSuccess(editor.post(`${path}/feedback`, { title, description }));
      const { answer, text } = await (await connect(editor)).call('search_feedback', { project });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
      expect([answer.texts_cut_at, answer.feedback.length]).toEqual([4_000, 3]);
      expect(answer.feedback[0].description).toBe(`${'🙂'.repeat(2_000)}…`);
    });

    it('shortens the lists of a project with many options, which can be read by field', async () => {
      const options = Array.from({ length: 100 }, (_, index) => String(index).padStart(100, 'x'));
      for (let index = 0; index < 30; index++)
        await expectSuccess(
          service.admin.put(`${path}/fields/f${index}`, { name: 'Field', type: 'choice', options }),
        );
      const assistant = await connect(editor);
      const { answer, text } = await assistant.call('get_project', { project });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
      expect(answer.fields).toHaveLength(30);
      expect(answer.fields[29]).toMatchObject({ key: 'f29', options: options.slice(0, 10) });
      expect(answer.list_lengths['fields/29/options']).toBe(100);
      const { field } = await assistant.ask('get_field', { project, field_key: 'f29' });
      expect(field.options).toEqual(options);
    });
  });

  describe('A hostile request', () => {
    const initialize = (version: string) =>
      message('initialize', {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      });

    it.each([
      ['no token', { authorization: '' }, '401 token_required'],
      ['an unknown token', { authorization: 'Bearer nothing' }, '401 invalid_token'],
      ['a foreign origin', { origin: 'https://evil.example' }, '403 origin_not_allowed'],
      ['no origin that has a name', { origin: 'null' }, '403 origin_not_allowed'],
      ['the origin of another port', { origin: 'http://127.0.0.1:1' }, '403 origin_not_allowed'],
      ['another type of body', { 'content-type': 'text/plain' }, '415 unsupported_media_type'],
    ])('with %s is refused', async (_, headers, expected) => {
      const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
      const given =
        'authorization' in headers && headers.authorization === '' ? { authorization: 'Basic x' } : sent;
      const answer = await post(message('tools/list'), given);
      expect(`${answer.status} ${JSON.parse(await answer.text()).code}`).toBe(expected);
      if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    });

    it('with its own or a configured origin is accepted', async () => {
      for (const origin of [service.url, 'https://app.example.com']) {
        expect(await outcome(post(initialize('2025-11-25'), { origin }))).toBe(200);
      }
    });

    it.each([
      ['malformed JSON', '{"jsonrpc":', '400 malformed_json'],
      ['a batch', `[${message('tools/list')},${message('tools/list')}]`, '400 invalid_input'],
      ['a huge body', message('tools/call', { text: 'x'.repeat(100_000) }), '413 body_too_large'],
      ['a deep body', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`, '400 too_deep'],
    ])('with %s is refused', async (_, body, expected) => {
      expect(await outcome(post(body))).toBe(expected);
    });

    it('with an unknown method, tool, edition or subscription receives an error of the protocol', async () => {
      const errorIn = async (answer: Promise<Response>) => {
        const text = await (await answer).text();
        return JSON.parse(text.replace(/^event: message\ndata: /, '')).error?.code as number | undefined;
      };
      expect(await errorIn(post(message('nothing')))).toBe(-32_601);
      expect(await errorIn(post(message('tools/call', { name: 'drop_tables' })))).toBe(-32_602);
      expect(
        await errorIn(post(message('tools/list'), { 'mcp-protocol-version': '1999-01-01' })),
      ).toBeLessThan(0);
      const envelope = (version: string) => ({
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        },
      });
      const headers = { 'mcp-protocol-version': '2030-01-01', 'mcp-method': 'tools/list' };
      expect(await errorIn(post(message('tools/list', envelope('2030-01-01')), headers))).toBeLessThan(0);
      const listen = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
      const subscribe = message('subscriptions/listen', {
        ...envelope('2026-07-28'),
        notifications: { toolsListChanged: true },
      });
      expect(await errorIn(post(subscribe, listen))).toBeLessThan(0);
    });

    it('with another method receives 405', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const answer = await editor
          .get('/me')
          .then(() =>
            fetch(`${service.url}/mcp`, { method, headers: { authorization: `Bearer ${editor.token}` } }),
          );
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
        await answer.body?.cancel();
      }
    });

    it.each([
      [{ project: 5 }, 'project', 'invalid_type'],
      [{ project: null }, 'project', 'required'],
      [{ q: { a: 1 } }, 'q', 'invalid_type'],
      [{ q: ['a', 'b'] }, 'q', 'repeated'],
      [{ limit: '5; drop' }, 'limit', 'invalid_limit'],
      [{ limit: 1e9 }, 'limit', 'invalid_limit'],
      [{ __proto__: null, constructor: 'x' }, 'constructor', 'unknown'],
      [{ fields: { 'field.a': 'x', ['__proto__']: ['y'] } }, '__proto__', 'unknown'],
      [{ status: 'planned', merged_into: 'x' }, 'merged_into', 'unknown'],
    ])('with the arguments %j names the one that is wrong', async (args, field, code) => {
      const { error } = await (await connect(editor)).call('search_feedback', { project, ...args });
      expect(error.errors).toContainEqual({ field, code, detail: expect.any(String) });
    });
  });
});

describe('Assistant tasks', () => {
  let assistant: Assistant;
  let world: TaskWorld;

  beforeAll(async () => {
    await expectSuccess(service.admin.post('/projects', { name: 'Acme', slug: 'acme' }));
    const editor = await newMember(service, '/projects/acme', 'editor');
    world = { project: 'acme', ids: await fill(editor) };
    await settleRevenue(service);
    assistant = await connectAssistant(service, editor.token);
  });
  afterAll(() => assistant.close());

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
    await submit('Crash when I rotate the phone', 'dan', [], {
      board: 'bugs',
      fields: { platform: ['iOS'] },
    });
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
    for (const title of ['A plan for schools', 'CHEAP WATCHES'])
      await post('feedback', { title }, contributor);
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
      expect([tools.map(({ name }) => name).filter((name) => !used.has(name)), tasks.length]).toEqual([
        [],
        20,
      ]);
    });
  });

  describe('The page on assistants', () => {
    const page = readFileSync('docs/assistants.md', 'utf8');

    it('lists the tools with what they do', () => {
      const rows = tools.map(({ name, title }) => `${name} ${title}`);
      const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|/gm)].map(
        ([, name, title]) => `${name} ${title}`,
      );
      expect(listed).toEqual(rows);
    });
  });
});
