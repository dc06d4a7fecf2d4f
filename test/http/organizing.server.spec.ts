import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { unique } from '../support/operations.js';

let service: TestApp;
let slug: string;
let project: string;
let editor: Client & { userId: string };
let author: Client & { userId: string };

beforeAll(async () => {
  service = await startApp({ background: true });
});

afterAll(() => service.close());

beforeEach(async () => {
  slug = unique('organizing');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Organizing', slug });
  editor = await service.userClient(`${unique('editor')}@example.com`);
  author = await service.userClient(`${unique('author')}@example.com`);
  await service.admin.put(`${project}/members/${editor.userId}`, { role: 'editor' });
  await service.admin.put(`${project}/members/${author.userId}`, { role: 'contributor' });
});

const include = 'include=assignee,estimated_date,pinned,status_changed_at';
const errorsOf = ({ body }: Answer) =>
  (body.errors as { pointer?: string; code: string }[]).map(({ pointer, code }) => `${pointer} ${code}`);

async function submit(values: object = {}, client: Client = editor): Promise<string> {
  const { status, body, text } = await client.post(`${project}/feedback`, { title: 'Wish', ...values });
  if (status !== 201) throw new Error(text);
  return body.id as string;
}

const read = async (id: string, client: Client = editor) =>
  (await client.get(`${project}/feedback/${id}?${include}`)).body;
const eventsOf = (id: string) =>
  service.database.database.dataSource.query<{ type: string; data: any; previous: any }[]>(
    `select e.type, e.data, e.previous from events e
     where e.data ->> 'id' = $1 or e.data ->> 'feedback_id' = $1 order by e.id`,
    [id],
  );

describe('Assignee, estimated date and pin', () => {
  it('are set by editors, and are in events', async () => {
    const id = await submit({ assignee_id: 'me', estimated_date: '2026-12-24', pinned: true });
    expect(await read(id)).toMatchObject({
      assignee: { id: editor.userId },
      estimated_date: '2026-12-24',
      pinned: true,
    });
    const admin = (await service.admin.get('/users/me')).body;
    const changed = await editor.patch(`${project}/feedback/${id}?${include}`, {
      assignee_id: admin.id,
      estimated_date: '',
      pinned: false,
    });
    expect(changed.body).toMatchObject({ assignee: { id: admin.id }, estimated_date: '', pinned: false });
    const updated = (await eventsOf(id)).find(({ type }) => type === 'feedback.updated')!;
    expect(updated.previous).toEqual({
      assignee_id: editor.userId,
      estimated_date: '2026-12-24',
      pinned: true,
    });
    await editor.patch(`${project}/feedback/${id}`, { assignee_id: '' });
    expect((await read(id)).assignee).toBeNull();
  });

  it('can be sent back by the author, but not changed', async () => {
    const id = await submit({}, author);
    await editor.patch(`${project}/feedback/${id}`, { assignee_id: 'me', pinned: true });
    const record = await read(id, author);
    expect((await author.patch(`${project}/feedback/${id}`, record)).status).toBe(200);
    for (const change of [{ assignee_id: 'me' }, { estimated_date: '2026-12-24' }, { pinned: false }]) {
      const refused = await author.patch(`${project}/feedback/${id}`, change);
      expect([refused.status, errorsOf(refused)]).toEqual([
        403,
        [`/${Object.keys(change)[0]} insufficient_role`],
      ]);
    }
    expect(await read(id, author)).toEqual(record);
  });

  it('are validated', async () => {
    const [stranger, blocked] = [
      await service.userClient(`${unique('stranger')}@example.com`),
      await service.userClient(`${unique('blocked')}@example.com`),
    ];
    await service.admin.put(`${project}/members/${blocked.userId}`, { role: 'blocked' });
    const id = await submit();
    for (const [change, error] of [
      [{ assignee_id: stranger.userId }, '/assignee_id not_found'],
      [{ assignee_id: blocked.userId }, '/assignee_id not_found'],
      [{ assignee_id: 'nobody' }, '/assignee_id invalid_uuid'],
      [{ estimated_date: '2026-02-30' }, '/estimated_date invalid_date'],
      [{ pinned: 'yes' }, '/pinned invalid_type'],
    ] as const) {
      const refused = await editor.patch(`${project}/feedback/${id}`, change);
      expect([refused.status, errorsOf(refused)]).toEqual([400, [error]]);
    }
  });

  it('are filters', async () => {
    const [mine, dated, pinned] = [
      await submit({ assignee_id: 'me' }),
      await submit({ estimated_date: '2026-12-24' }),
      await submit({ pinned: true }),
    ];
    const found = async (query: string) => {
      const { body, status, text } = await editor.get(`${project}/feedback?sort=oldest&${query}`);
      if (status !== 200) throw new Error(text);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await found('assignee=me')).toEqual([mine]);
    expect(await found(`assignee=${editor.userId}`)).toEqual([mine]);
    expect(await found('assignee=none')).toEqual([dated, pinned]);
    expect(await found('estimated_after=2026-12-24')).toEqual([dated]);
    expect(await found('estimated_before=2026-12-24')).toEqual([]);
    expect(await found('estimated_before=2026-12-25')).toEqual([dated]);
    expect(await found('pinned=true')).toEqual([pinned]);
    expect(await found('pinned=false')).toEqual([mine, dated]);
  });

  it('leave no trace of a user who is erased', async () => {
    const id = await submit({ assignee_id: 'me' });
    expect((await service.admin.delete(`/users/${editor.userId}`)).status).toBe(204);
    const assignee = async () =>
      (await service.admin.get(`${project}/feedback/${id}?${include}`)).body.assignee as object | null;
    for (let attempts = 0; (await assignee()) !== null && attempts < 200; attempts++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await assignee()).toBeNull();
  });
});

describe('A change of the status', () => {
  it('is recorded, with a comment that explains it', async () => {
    const id = await submit({}, author);
    const before = await read(id);
    expect(before.status_changed_at).toBe(before.created_at);
    const explained = await editor.patch(`${project}/feedback/${id}?include=response,status_changed_at`, {
      status: 'planned',
      status_comment: 'Coming in spring.',
    });
    expect(explained.body).toMatchObject({
      status: 'planned',
      comment_count: 1,
      response: { content: 'Coming in spring.', kind: 'response', user_id: editor.userId },
    });
    await editor.post(`${project}/feedback/bulk`, { ids: [id], set: { status: 'completed' } });
    const changes = await author.get(`${project}/feedback/${id}/status-changes`);
    expect(changes.body).toEqual([
      {
        id: expect.any(String),
        from: 'in_review',
        to: 'planned',
        user: expect.objectContaining({ id: editor.userId, email: '' }),
        comment_id: explained.body.response.id,
        created_at: explained.body.status_changed_at,
      },
      {
        id: expect.any(String),
        from: 'planned',
        to: 'completed',
        user: expect.objectContaining({ id: editor.userId }),
        comment_id: '',
        created_at: expect.any(String),
      },
    ]);
    expect((await read(id)).status_changed_at).toBe(changes.body[1].created_at);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'feedback.created',
      'comment.created',
      'feedback.status_changed',
      'feedback.status_changed',
    ]);
    const comment = `${project}/feedback/${id}/comments/${explained.body.response.id}`;
    await editor.patch(comment, { kind: 'internal' });
    for (const [client, commentId] of [
      [editor, explained.body.response.id],
      [author, ''],
    ] as const) {
      const { body } = await client.get(`${project}/feedback/${id}/status-changes`);
      expect(body[0].comment_id).toBe(commentId);
    }
    await editor.patch(comment, { kind: 'response' });
    const seen = () => author.get(`${project}/feedback/${id}/status-changes`);
    expect((await seen()).body[0].comment_id).toBe(explained.body.response.id);
    await editor.patch(comment, { approval: 'rejected' });
    expect((await seen()).body[0].comment_id).toBe('');
    await editor.delete(comment);
    const [first] = (await editor.get(`${project}/feedback/${id}/status-changes`)).body;
    expect(first.comment_id).toBe('');
  });

  it('is needed for a comment on it', async () => {
    const id = await submit({}, author);
    for (const values of [{ status_comment: 'Why?' }, { status: 'in_review', status_comment: 'Why?' }]) {
      const refused = await editor.patch(`${project}/feedback/${id}`, values);
      expect([refused.status, errorsOf(refused)]).toEqual([400, ['/status_comment status_unchanged']]);
    }
    const empty = await editor.patch(`${project}/feedback/${id}`, { status: 'planned', status_comment: ' ' });
    expect(errorsOf(empty)).toEqual(['/status_comment blank']);
    const refused = await author.patch(`${project}/feedback/${id}`, {
      status: 'planned',
      status_comment: 'Please.',
    });
    expect(refused.status).toBe(403);
    expect((await read(id)).comment_count).toBe(0);
  });
});
