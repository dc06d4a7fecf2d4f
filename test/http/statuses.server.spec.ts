import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { HastyClock } from '../support/fakes/hasty-clock.js';
import { unique } from '../support/operations.js';

const clock = new HastyClock();

let service: TestApp;
let slug: string;
let project: string;

beforeAll(async () => {
  service = await startApp({ clock });
});

afterAll(() => service.close());

beforeEach(async () => {
  slug = unique('statuses');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Statuses', slug });
});

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const errorsOf = ({ body }: Answer) =>
  (body.errors as { pointer?: string; parameter?: string; code: string }[]).map(
    ({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`,
  );

async function put(key: string, values: object = {}): Promise<void> {
  const { status, text } = await service.admin.put(`${project}/statuses/${key}`, values);
  if (status > 201) throw new Error(text);
}

async function submit(values: object = {}, client: Client = service.admin): Promise<string> {
  const { status, body, text } = await client.post(`${project}/feedback`, { title: 'Wish', ...values });
  if (status !== 201) throw new Error(text);
  return body.id as string;
}

const keysOf = ({ body }: Answer) => body.map(({ key }: { key: string }) => key) as string[];
const statusOf = async (id: string) => (await service.admin.get(`${project}/feedback/${id}`)).body.status;
const eventsOf = (type: string) =>
  service.database.database.dataSource.query<{ data: any; previous: any }[]>(
    `select e.data, e.previous from events e join projects p on p.id = e.project_id
     where p.slug = $1 and e.type = $2 order by e.id`,
    [slug, type],
  );

describe('The statuses of a project', () => {
  it('are five at the beginning, in their order', async () => {
    const listed = await service.admin.get(`${project}/statuses`);
    expect(listed.body).toEqual([
      { key: 'in_review', name: 'In review', color: '#6b7280', kind: 'open', position: 1, on_roadmap: false },
      { key: 'planned', name: 'Planned', color: '#3b82f6', kind: 'planned', position: 2, on_roadmap: true },
      {
        key: 'in_progress',
        name: 'In progress',
        color: '#f59e0b',
        kind: 'active',
        position: 3,
        on_roadmap: true,
      },
      { key: 'completed', name: 'Completed', color: '#22c55e', kind: 'done', position: 4, on_roadmap: true },
      { key: 'rejected', name: 'Rejected', color: '#ef4444', kind: 'closed', position: 5, on_roadmap: false },
    ]);
  });

  it('are created and changed by owners, with events', async () => {
    const beta = { name: 'Beta', color: '#8b5cf6', kind: 'active', position: 3, on_roadmap: true };
    const created = await service.admin.put(`${project}/statuses/beta`, beta);
    expect([created.status, created.body]).toEqual([201, { key: 'beta', ...beta }]);
    const read = await service.admin.get(`${project}/statuses/beta`);
    expect(read.body).toEqual(created.body);
    const changed = await service.admin.put(
      `${project}/statuses/beta`,
      { ...read.body, name: 'Public beta' },
      { 'if-match': read.headers.get('etag')! },
    );
    expect([changed.status, changed.body.name]).toEqual([200, 'Public beta']);
    const stale = await service.admin.put(
      `${project}/statuses/beta`,
      {},
      { 'if-match': read.headers.get('etag')! },
    );
    expect(outcome(stale)).toBe('412 precondition_failed');
    expect(keysOf(await service.admin.get(`${project}/statuses`)).slice(1, 4)).toEqual([
      'planned',
      'beta',
      'in_progress',
    ]);
    expect(await eventsOf('status.created')).toEqual([{ data: created.body, previous: {} }]);
    expect(await eventsOf('status.updated')).toEqual([{ data: changed.body, previous: { name: 'Beta' } }]);
    const editor = await service.userClient(`${unique('editor')}@example.com`);
    await service.admin.put(`${project}/members/${editor.userId}`, { role: 'editor' });
    expect(outcome(await editor.put(`${project}/statuses/beta`, {}))).toBe('403 insufficient_role');
    expect(outcome(await editor.delete(`${project}/statuses/beta`))).toBe('403 insufficient_role');
  });

  it('have keys and values of a certain form', async () => {
    const invalid = await service.admin.put(`${project}/statuses/Not-a-key`, {});
    expect([invalid.status, errorsOf(invalid)]).toEqual([400, ['key invalid_status_key']]);
    const wrong = await service.admin.put(`${project}/statuses/beta`, { color: 'red', kind: 'paused' });
    expect(errorsOf(wrong)).toEqual(['/color invalid_color', '/kind invalid_choice']);
    const last = await service.admin.put(`${project}/statuses/in_review`, { kind: 'done' });
    expect(outcome(last)).toBe('409 last_open_status');
    expect(outcome(await service.admin.get(`${project}/statuses/nothing`))).toBe('404 status_not_found');
    expect(outcome(await service.admin.delete(`${project}/statuses/nothing`))).toBe('404 status_not_found');
  });
});

describe('The status of feedback', () => {
  it('is the first open one by default', async () => {
    await put('triage', { kind: 'open', position: 0 });
    expect(await statusOf(await submit())).toBe('triage');
    const person = await service.userClient(`${unique('person')}@example.com`);
    await service.admin.put(`${project}/members/${person.userId}`, { role: 'contributor' });
    expect(await statusOf(await submit({ status: 'triage' }, person))).toBe('triage');
    const other = await person.post(`${project}/feedback`, { title: 'Wish', status: 'in_review' });
    expect(outcome(other)).toBe('403 insufficient_role');
  });

  it('is one of the statuses of the project', async () => {
    await put('beta', { kind: 'active' });
    const id = await submit({ status: 'beta' });
    for (const response of [
      await service.admin.post(`${project}/feedback`, { title: 'Wish', status: 'gamma' }),
      await service.admin.post(`${project}/feedback`, { title: 'Wish', status: 'Not a key' }),
      await service.admin.patch(`${project}/feedback/${id}`, { status: 'gamma' }),
    ]) {
      expect([response.status, errorsOf(response)]).toEqual([400, ['/status unknown_status']]);
    }
    const several = await service.admin.patch(`${project}/feedback/${id}`, { title: '', status: 'gamma' });
    expect(errorsOf(several).sort()).toEqual(['/status unknown_status', '/title blank']);
    const bulk = await service.admin.post(`${project}/feedback/bulk`, {
      ids: [id],
      set: { status: 'gamma' },
    });
    expect(errorsOf(bulk)).toEqual(['/set/status unknown_status']);
    expect(await statusOf(id)).toBe('beta');
  });

  it('is a filter by key and by kind', async () => {
    await put('beta', { kind: 'active' });
    for (const status of ['beta', 'in_progress', 'planned']) await submit({ title: status, status });
    const found = async (query: string) => {
      const { body } = await service.admin.get(`${project}/feedback?sort=oldest&${query}`);
      return body.map(({ status }: { status: string }) => status);
    };
    expect(await found('status=beta&status=planned')).toEqual(['beta', 'planned']);
    expect(await found('status_kind=active')).toEqual(['beta', 'in_progress']);
    expect(await found('status_kind=active&status=beta&status=planned')).toEqual(['beta']);
    expect(await found('status_kind=closed')).toEqual([]);
    expect(await found('status_kind=planned&status=beta')).toEqual([]);
    const unknown = await service.admin.get(`${project}/feedback?status=beta&status=gamma`);
    expect([unknown.status, errorsOf(unknown)]).toEqual([400, ['status unknown_status']]);
    const kind = await service.admin.get(`${project}/feedback?status_kind=paused`);
    expect(errorsOf(kind)).toEqual(['status_kind invalid_choice']);
  });

  it('is counted by key and by kind', async () => {
    await put('beta', { kind: 'active', position: 2 });
    for (const status of ['beta', 'in_progress', 'planned']) await submit({ status });
    const { body } = await service.admin.get(`${project}/feedback/stats`);
    expect(body.total).toBe(3);
    expect(Object.entries(body.by_status)).toEqual([
      ['in_review', 0],
      ['beta', 1],
      ['planned', 1],
      ['in_progress', 1],
      ['completed', 0],
      ['rejected', 0],
    ]);
    expect(body.by_status_kind).toEqual({ open: 0, planned: 1, active: 2, done: 0, closed: 0 });
  });
});

describe('A status that is deleted', () => {
  it('leaves no trace if it is not used', async () => {
    await put('beta');
    expect(outcome(await service.admin.delete(`${project}/statuses/beta`))).toBe('204');
    expect(keysOf(await service.admin.get(`${project}/statuses`))).not.toContain('beta');
    expect((await eventsOf('status.deleted')).map(({ data }) => data.key)).toEqual(['beta']);
  });

  it('is replaced in all feedback, merged feedback included, with events', async () => {
    await put('beta', { kind: 'active' });
    const ids: string[] = [];
    for (let number = 0; number < 103; number++) ids.push(await submit({ status: 'beta' }));
    await service.admin.post(`${project}/feedback/${ids[1]}/merge`, { into: ids[0] });
    const remove = (query = '') => service.admin.delete(`${project}/statuses/beta${query}`);
    expect(outcome(await remove())).toBe('409 status_in_use');
    for (const key of ['beta', 'gamma', '']) {
      const unknown = await remove(`?replace_with=${key}`);
      expect([unknown.status, errorsOf(unknown)]).toEqual([400, ['replace_with unknown_status']]);
    }
    expect(outcome(await remove('?replace_with=planned'))).toBe('204');
    const { body: stats } = await service.admin.get(`${project}/feedback/stats`);
    expect([stats.by_status.planned, stats.by_status.beta]).toEqual([102, undefined]);
    const changes = await eventsOf('feedback.status_changed');
    expect(changes.map(({ data, previous }) => [data.status, previous.status])).toEqual(
      Array(103).fill(['planned', 'beta']),
    );
    await service.admin.delete(`${project}/feedback/${ids[1]}/merge`);
    expect(await statusOf(ids[1]!)).toBe('planned');
  });

  it('ends a deletion that takes long, which continues when it is repeated', async () => {
    await put('beta');
    for (let number = 0; number < 101; number++) await submit({ status: 'beta' });
    const remove = () => service.admin.delete(`${project}/statuses/beta?replace_with=planned`);
    clock.isHasty = true;
    const unfinished = await remove();
    clock.isHasty = false;
    expect(outcome(unfinished)).toBe('503 changes_unfinished');
    expect(unfinished.headers.get('retry-after')).toBe('5');
    const { body } = await service.admin.get(`${project}/feedback/stats`);
    expect(body.by_status).toMatchObject({ beta: 1, planned: 100 });
    expect(outcome(await remove())).toBe('204');
    expect(await eventsOf('feedback.status_changed')).toHaveLength(101);
  });

  it('cannot be the last open one', async () => {
    const refused = await service.admin.delete(`${project}/statuses/in_review?replace_with=planned`);
    expect(outcome(refused)).toBe('409 last_open_status');
  });
});

describe('The roadmap', () => {
  it('shows the first feedback of each status that is on it', async () => {
    await put('beta', { kind: 'active', position: 2, on_roadmap: true });
    const [first, second] = [
      await submit({ status: 'planned', title: 'First' }),
      await submit({ status: 'planned', title: 'Second' }),
    ];
    await submit({ status: 'rejected' });
    const merged = await submit({ status: 'planned' });
    await service.admin.post(`${project}/feedback/${merged}/merge`, { into: first });
    await service.admin.put(`${project}/feedback/${first}/upvotes/me`);
    const read = async (query = '') =>
      (await service.admin.get(`${project}/roadmap${query}`)).body.map((column: any) => [
        column.status.key,
        column.count,
        column.feedback.map(({ id }: { id: string }) => id),
      ]);
    const empty = [
      ['in_progress', 0, []],
      ['completed', 0, []],
    ];
    expect(await read()).toEqual([['beta', 0, []], ['planned', 2, [first, second]], ...empty]);
    expect(await read('?limit=1')).toEqual([['beta', 0, []], ['planned', 2, [first]], ...empty]);
    expect(await read('?sort=newest')).toEqual([['beta', 0, []], ['planned', 2, [second, first]], ...empty]);
    const viewed = await service.admin.get(`${project}/roadmap?include=viewer`);
    expect(viewed.body[1].feedback[0].viewer).toEqual({ voted: true, subscribed: false, can_edit: true });
    const { body } = await service.admin.get(`${project}/feedback/${first}`);
    expect((await service.admin.get(`${project}/roadmap`)).body[1].feedback[0]).toEqual(body);
  });

  it('is public with the feedback, without people', async () => {
    const id = await submit({ status: 'planned' });
    const read = (path: string) => service.send('GET', `/public/v1/projects/${slug}/${path}`);
    expect((await read('roadmap')).status).toBe(404);
    expect((await read('statuses')).status).toBe(404);
    await service.admin.patch(`${project}/settings`, { public_feedback: true });
    const { body: columns } = await read('roadmap');
    expect(columns[0].feedback.map((each: object) => Object.keys(each))).toEqual([
      [
        ...['id', 'project_id', 'title', 'description', 'tags', 'status', 'upvotes', 'comment_count'],
        'created_at',
      ],
    ]);
    expect(columns[0].feedback[0].id).toBe(id);
    const statuses = await service.admin.get(`${project}/statuses`);
    expect((await read('statuses')).body).toEqual(statuses.body);
  });
});
