import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangelogService } from '../../src/changelog/entries/application/changelog.service.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { expectSuccess, newFeedback, newMember, newProject, newUser, walk } from '../support/feedback.js';
import { until } from '../support/until.js';

let service: TestApp;
let clock: FakeClock;
let admin: Client;
let adminId: string;
let project: string;
let projectId: string;
let editor: Client & { userId: string };

beforeAll(async () => {
  clock = new FakeClock();
  service = await startApp({ background: true, clock });
  admin = service.admin;
  adminId = (await admin.get('/me')).body.user.id;
});

afterAll(() => service.close());

/** Events that were recorded before the test began, about the project and its editor. */
const atFirst = ['project.created', 'member.added'];

beforeEach(async () => {
  clock.advance(1_000);
  project = await newProject(service);
  projectId = (await admin.get(project)).body.id;
  editor = await newMember(service, project, 'editor');
});

/** All events of the project since the test began. */
async function recordedEvents(): Promise<any[]> {
  return (await toldIn(service, project)).slice(atFirst.length);
}

/** Their types and previous values. */
async function outline(): Promise<[string, object][]> {
  return (await recordedEvents()).map(({ type, previous }) => [type, previous]);
}

const read = async (path: string) => (await expectSuccess(admin.get(path))).body;
/** Reads feedback or an entry as events contain it. */
const snapshot = (path: string) =>
  read(
    `${path}?include=${path.includes('/changelogs/') ? 'state,updated_at,feedback,tags,attachments,metadata,fields' : members}`,
  );
const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();

/** The members of feedback that events contain in addition. */
const members =
  'board,fields,assignee,estimated_date,updated_at,status_changed_at,merged_ids,response,attachments,approval,pinned,comments_locked,source,metadata,revenue,companies';

describe('An event', () => {
  it('has an id, the time, the project, the actor and the record', async () => {
    const path = await newFeedback(editor, project);
    const [event] = await recordedEvents();
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'feedback.created',
      timestamp: clock.now().toISOString(),
      project_id: projectId,
      actor_id: editor.userId,
      data: await snapshot(path),
      previous: {},
    });
  });

  it('contains the tags of new feedback as records', async () => {
    const names = ['Zoo', 'bug', 'Über', '日本語', '🐞'];
    for (const name of names)
      await expectSuccess(admin.put(`${project}/tags/${encodeURIComponent(name)}`, { color: '#fff' }));
    const before = (await recordedEvents()).length;
    const { id } = (await expectSuccess(editor.post(`${project}/feedback`, { title: 'Tagged', tags: names })))
      .body;
    const [event] = (await recordedEvents()).slice(before);
    expect(event.data).toEqual(await snapshot(`${project}/feedback/${id}`));
    expect(event.data.tags).toHaveLength(5);
  });

  it('is not recorded for requests that fail or change nothing', async () => {
    const path = await newFeedback(editor, project);
    const { title, status, tags, description } = await read(path);
    const before = (await recordedEvents()).length;
    await editor.patch(path, {});
    await editor.patch(path, { title, status, tags, description });
    const etag = (await editor.get(path)).headers.get('etag') ?? '';
    for (const refused of [
      editor.patch(path, { title: '' }),
      editor.patch(path, { title: 'Other', tags: ['unknown'] }),
      editor.patch(path, { title: 'Other' }, { 'if-match': '"other"' }),
      editor.delete(path, { 'if-match': '"other"' }),
      editor.post(`${path}/merge`, { into: path.split('/').at(-1) }),
      editor.delete(`${path}/merge`),
      editor.patch(project, { name: 'Other' }),
      editor.post(`${project}/feedback`, { title: ' ' }),
    ]) {
      expect((await refused).status).toBeGreaterThanOrEqual(400);
    }
    expect((await editor.get(path)).headers.get('etag')).toBe(etag);
    expect(await recordedEvents()).toHaveLength(before);
  });

  it('is recorded once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'again' };
    for (let time = 0; time < 3; time++) {
      await expectSuccess(editor.post(`${project}/feedback`, { title: 'Wish' }, headers));
    }
    expect(await outline()).toEqual([['feedback.created', {}]]);
  });
});

describe('The feed', () => {
  it('starts with the creation of the project, and continues from any event, also filtered by type', async () => {
    for (let number = 0; number < 5; number++) await newFeedback(editor, project);
    const events = await toldIn(service, project);
    expect(events.slice(0, 2).map(({ type, actor_id }) => [type, actor_id])).toEqual(
      atFirst.map((type) => [type, adminId]),
    );
    expect(events[0].data).toEqual(await read(project));
    const rest = await walk(editor, `${project}/events?after=${events[2].id}&limit=2&type=feedback.created`);
    expect(rest).toEqual(events.slice(3));
    const { headers, body } = await editor.get(`${project}/events?limit=1`);
    expect(body).toEqual([events[0]]);
    expect(headers.get('link')).toContain(`/events?limit=1&after=${events[0].id}>; rel="next"`);
  });

  it('has no next page at its end', async () => {
    await toldIn(service, project);
    const last = (await walk(editor, `${project}/events`)).at(-1);
    const { headers, body } = await editor.get(`${project}/events?after=${last.id}`);
    expect([body, headers.get('link')]).toEqual([[], null]);
  });

  it.each([
    ['after=01a1f99e-4f7a-7ce7-821c-b642cf641984', 'after'],
    ['after=nope', 'after'],
    ['type=feedback.made', 'type'],
    ['limit=0', 'limit'],
    ['cursor=a', 'cursor'],
  ])('rejects %s', async (query, parameter) => {
    // This id cannot exist.
    clock.set(new Date('2026-11-20T16:00:00.000Z'));
    const { status, body } = await editor.get(`${project}/events?${query}`);
    expect([status, body.errors?.[0]?.parameter]).toEqual([400, parameter]);
  });

  it('returns an error for an event of another project', async () => {
    await toldIn(service, project);
    const [event] = await walk(editor, `${project}/events`);
    const other = await newProject(service);
    expect((await admin.get(`${other}/events?after=${event.id}`)).status).toBe(400);
  });

  it('returns 410 for an event that is older than the retention period', async () => {
    // An id from a hundred days ago.
    const old = (clock.now().getTime() - 100 * 86_400_000).toString(16).padStart(12, '0');
    const id = `${old.slice(0, 8)}-${old.slice(8)}-7000-8000-000000000000`;
    const { status, body } = await editor.get(`${project}/events?after=${id}`);
    expect([status, body.code]).toEqual([410, 'events_gone']);
  });
});

describe('A project', () => {
  it('records its changed fields', async () => {
    await expectSuccess(admin.patch(project, { name: 'Renamed', icon: '🚀', og_image: '' }));
    await expectSuccess(admin.patch(project, { name: 'Renamed' }));
    const [event, ...others] = await recordedEvents();
    expect(event).toMatchObject({
      type: 'project.updated',
      actor_id: adminId,
      data: await read(project),
      previous: { name: 'Project', icon: '' },
    });
    expect(Object.keys(event.previous)).toEqual(['name', 'icon']);
    expect(others).toEqual([]);
  });

  it('records changed fields of its configuration, without secrets', async () => {
    const urls = ['https://hooks.example.com/first-secret', 'https://hooks.example.com/second-secret'];
    const hidden = '********';
    for (const change of [
      { changelog_social_handle: '@acme' },
      { integration_chat_webhook: urls[0] },
      { integration_chat_webhook: urls[1], integration_chat_role_id: '7' },
      { integration_chat_webhook: urls[1] },
      { integration_chat_webhook: hidden },
      { integration_chat_webhook: '' },
      {},
    ]) {
      await expectSuccess(admin.patch(`${project}/config`, change));
    }
    const events = await recordedEvents();
    expect(events.map(({ type, previous }) => [type, previous])).toEqual([
      ['project.config_updated', { changelog_social_handle: '' }],
      ['project.config_updated', { integration_chat_webhook: '' }],
      ['project.config_updated', { integration_chat_role_id: '', integration_chat_webhook: hidden }],
      ['project.config_updated', { integration_chat_webhook: hidden }],
    ]);
    expect(events.map(({ data }) => data.integration_chat_webhook)).toEqual(['', hidden, hidden, '']);
    expect(events.at(-1).data).toEqual(await read(`${project}/config`));
    expect((await admin.get(`${project}/events`)).text).not.toContain('secret');
  });

  it('records a change and the verification of its domain', async () => {
    const domain = `${project.split('/').at(-1)}.example.com`;
    const config = (await expectSuccess(admin.patch(`${project}/config`, { custom_domain: domain }))).body;
    const verify = () => admin.post(`${project}/config/custom-domain/verify`);
    expect((await verify()).status).toBe(409);
    service.txtRecords.records.set(`_feedback-changelog.${domain}`, [`feedback-changelog=${config.id}`]);
    await expectSuccess(verify());
    await expectSuccess(verify());
    await expectSuccess(admin.patch(`${project}/config`, { custom_domain: '' }));
    expect(await outline()).toEqual([
      ['project.config_updated', { custom_domain: '' }],
      ['project.config_updated', { custom_domain_verified: false }],
      ['project.config_updated', { custom_domain: domain, custom_domain_verified: true }],
    ]);
  });
});

describe('Members', () => {
  it('are recorded when they are added, changed and removed', async () => {
    const email = `${projectId}@example.com`;
    const { user } = (await expectSuccess(admin.post(`${project}/members`, { email, role: 'viewer' }))).body;
    const path = `${project}/members/${user.id}`;
    const added = await read(path);
    await expectSuccess(admin.put(path, { role: 'viewer' }));
    await expectSuccess(admin.put(path, { role: 'contributor' }));
    const changed = await read(path);
    await expectSuccess(admin.delete(path));
    expect((await recordedEvents()).map(({ type, data, previous }) => [type, data, previous])).toEqual([
      ['member.added', added, {}],
      ['member.updated', changed, { role: 'viewer' }],
      ['member.removed', changed, {}],
    ]);
  });

  it('are recorded in each project when their account is deleted', async () => {
    const { role, created_at } = await read(`${project}/members/${editor.userId}`);
    const other = await newProject(service);
    await expectSuccess(admin.put(`${other}/members/${editor.userId}`, { role: 'viewer' }));
    await expectSuccess(admin.delete(`/users/${editor.userId}`));
    expect(await recordedEvents()).toMatchObject([
      {
        type: 'member.removed',
        actor_id: adminId,
        // Name and address are erased at some time after the request.
        data: { user: { id: editor.userId }, role, created_at },
        previous: {},
      },
    ]);
    expect((await toldIn(service, other)).map(({ type }) => type)).toEqual([
      'project.created',
      'member.added',
      'member.removed',
    ]);
  });
});

describe('Tags', () => {
  it('are recorded when they are created, changed and removed, without events of the feedback that had them', async () => {
    await expectSuccess(editor.put(`${project}/tags/bug`, { color: '#f00' }));
    await expectSuccess(editor.post(`${project}/feedback`, { title: 'Wish', tags: ['bug'] }));
    await expectSuccess(editor.put(`${project}/tags/BUG`, { color: '#f00' }));
    await expectSuccess(editor.put(`${project}/tags/bug`, { color: '#0f0', name: 'defect' }));
    await expectSuccess(editor.delete(`${project}/tags/defect`));
    const events = await recordedEvents();
    expect(events.map(({ type, previous }) => [type, previous])).toEqual([
      ['tag.created', {}],
      ['feedback.created', {}],
      ['tag.updated', { name: 'bug', color: '#f00' }],
      ['tag.deleted', {}],
    ]);
    expect(events.map(({ data }) => data.name)).toEqual(['bug', undefined, 'defect', 'defect']);
    expect(events[1].data.tags).toEqual([{ name: 'bug', color: '#f00' }]);
  });
});

describe('Feedback', () => {
  it('records its changes, its status separately, and its deletion', async () => {
    await expectSuccess(editor.put(`${project}/tags/bug`, { color: '#f00' }));
    const path = await newFeedback(editor, project);
    await expectSuccess(admin.patch(path, { title: 'Other', status: 'planned', tags: ['bug'] }));
    const changed = await snapshot(path);
    await expectSuccess(admin.patch(path, { status: 'completed' }));
    const last = await snapshot(path);
    await expectSuccess(editor.delete(path));
    const events = (await recordedEvents()).slice(2);
    expect(events.map(({ type, actor_id, previous }) => [type, actor_id, previous])).toEqual([
      ['feedback.updated', adminId, { title: 'Wish', tags: [] }],
      ['feedback.status_changed', adminId, { status: 'in_review' }],
      ['feedback.status_changed', adminId, { status: 'planned' }],
      ['feedback.deleted', editor.userId, {}],
    ]);
    expect(events.map(({ data }) => data)).toEqual([changed, changed, last, last]);
  });

  it('has the caller as the actor, also on behalf of other users', async () => {
    const userId = await newUser(service);
    const wish = await expectSuccess(editor.post(`${project}/feedback`, { title: 'Wish', user_id: userId }));
    const path = `${project}/feedback/${wish.body.id}`;
    await expectSuccess(editor.post(`${path}/comments`, { content: 'Please', user_id: userId }));
    await expectSuccess(editor.put(`${path}/upvotes/${userId}`));
    const events = await recordedEvents();
    expect(events.map(({ actor_id }) => actor_id)).toEqual(Array(3).fill(editor.userId));
    expect(events.map(({ data }) => data.user_id)).toEqual(Array(3).fill(userId));
  });

  it('records new votes with the number of votes', async () => {
    const path = await newFeedback(editor, project);
    const { id } = await read(path);
    await expectSuccess(editor.put(`${path}/upvotes/me`));
    await expectSuccess(editor.put(`${path}/upvotes/me`));
    await expectSuccess(admin.put(`${path}/upvotes/me`));
    await expectSuccess(admin.delete(`${path}/upvotes/${editor.userId.toUpperCase()}`));
    await expectSuccess(admin.delete(`${path}/upvotes/${editor.userId}`));
    const vote = (type: string, actor: string, user: string, upvotes: number) => ({
      type,
      actor_id: actor,
      data: { feedback_id: id, user_id: user, upvotes },
      previous: {},
    });
    const events = (await recordedEvents()).slice(1);
    expect(events.map(({ type, actor_id, data, previous }) => ({ type, actor_id, data, previous }))).toEqual([
      vote('feedback.upvoted', editor.userId, editor.userId, 1),
      vote('feedback.upvoted', adminId, adminId, 2),
      vote('feedback.upvote_removed', adminId, editor.userId, 1),
    ]);
  });

  it('does not record a vote for the target of a user who has voted for the source', async () => {
    const [source, target] = [await newFeedback(editor, project), await newFeedback(editor, project)];
    await expectSuccess(editor.put(`${source}/upvotes/me`));
    await expectSuccess(editor.post(`${source}/merge`, { into: target.split('/').at(-1) }));
    await expectSuccess(editor.put(`${target}/upvotes/me`));
    expect((await outline()).map(([type]) => type)).toEqual([
      'feedback.created',
      'feedback.created',
      'feedback.upvoted',
      'feedback.merged',
    ]);
  });

  it('records that it is merged, unmerged, and restored by the deletion of its target', async () => {
    const [source, target] = [await newFeedback(editor, project), await newFeedback(editor, project)];
    const [one, two] = [await read(source), await read(target)];
    await expectSuccess(editor.put(`${source}/upvotes/me`));
    await expectSuccess(editor.post(`${source}/merge`, { into: two.id }));
    const merged = await snapshot(target);
    await expectSuccess(editor.delete(`${source}/merge`));
    const freed = await snapshot(source);
    await expectSuccess(editor.post(`${source}/merge`, { into: two.id }));
    await expectSuccess(editor.delete(target));
    const events = (await recordedEvents()).slice(3);
    expect(events.map(({ type, data, previous }) => [type, data, previous])).toEqual([
      ['feedback.merged', merged, { merged_id: one.id }],
      ['feedback.unmerged', freed, { merged_into: two.id }],
      ['feedback.merged', merged, { merged_id: one.id }],
      ['feedback.deleted', merged, {}],
      ['feedback.unmerged', freed, { merged_into: two.id }],
    ]);
  });

  it('records its comments', async () => {
    const path = await newFeedback(editor, project);
    const { id } = (await expectSuccess(editor.post(`${path}/comments`, { content: 'Please' }))).body;
    const comment = `${path}/comments/${id}`;
    const first = await read(`${comment}?include=attachments,metadata,fields`);
    clock.advance(1_000);
    await expectSuccess(editor.patch(comment, { content: 'Please' }));
    await expectSuccess(editor.patch(comment, {}));
    await expectSuccess(editor.patch(comment, { content: 'Thanks' }));
    const last = await read(`${comment}?include=attachments,metadata,fields`);
    await expectSuccess(admin.delete(comment));
    const events = (await recordedEvents()).slice(1);
    expect(events.map(({ type, data, previous }) => [type, data, previous])).toEqual([
      ['comment.created', first, {}],
      ['comment.updated', last, { content: 'Please', updated_at: first.updated_at }],
      ['comment.deleted', last, {}],
    ]);
  });
});

describe('Changelogs', () => {
  async function written(values: object = {}): Promise<string> {
    const { id } = (await expectSuccess(editor.post(`${project}/changelogs`, { title: 'Fixes', ...values })))
      .body;
    return `${project}/changelogs/${id}`;
  }

  /** Publishes entries that are due, as the background work does every second. */
  const announceDue = () => service.app.get(ChangelogService, { strict: false }).announceDue();

  /** Waits for the given number of events. */
  async function recordedAtLeast(amount: number): Promise<any[]> {
    let events: any[] = [];
    await until(async () => (events = await recordedEvents()).length >= amount);
    return events;
  }

  it('record their changes, their publication and their deletion', async () => {
    const path = await written();
    const draft = await snapshot(path);
    await expectSuccess(admin.put(path, { published: true }));
    const published = await snapshot(path);
    await expectSuccess(admin.put(path, { published: true }));
    await expectSuccess(admin.put(path, { title: 'More fixes', published: false }));
    const last = await snapshot(path);
    await expectSuccess(admin.delete(path));
    const events = await recordedEvents();
    expect(events.map(({ type, data, previous }) => [type, data, previous])).toEqual([
      ['changelog.created', draft, {}],
      ['changelog.published', published, { published: false }],
      ['changelog.updated', last, { title: 'Fixes' }],
      ['changelog.unpublished', last, { published: true }],
      ['changelog.deleted', last, {}],
    ]);
    expect(events.map(({ actor_id }) => actor_id)).toEqual([editor.userId, ...Array(4).fill(adminId)]);
  });

  it('are published immediately if they are created so', async () => {
    const path = await written({ published: true });
    const record = await snapshot(path);
    expect((await recordedEvents()).map(({ type, data }) => [type, data])).toEqual([
      ['changelog.created', record],
      ['changelog.published', record],
    ]);
  });

  it('with a scheduled date become visible and are recorded at that time, once, with their scheduler as the actor', async () => {
    const viewer = await newMember(service, project, 'viewer');
    const path = await written({ publish_date: later(60_000) });
    await expectSuccess(admin.put(path, { published: true }));
    expect(await outline()).toEqual([
      ['member.added', {}],
      ['changelog.created', {}],
      ['changelog.updated', { published: false }],
    ]);
    const etag = (await admin.get(path)).headers.get('etag');
    expect((await viewer.get(path)).status).toBe(404);
    clock.advance(60_000);
    expect((await viewer.get(path)).status).toBe(200);
    const event = (await recordedAtLeast(4))[3];
    expect(event).toMatchObject({
      type: 'changelog.published',
      timestamp: clock.now().toISOString(),
      actor_id: adminId,
      data: await read(path),
      previous: {},
    });
    // Nothing that readers see has changed.
    expect((await admin.get(path)).headers.get('etag')).toBe(etag);
    await expectSuccess(admin.put(path, { published: true, publish_date: later(60_000) }));
    clock.advance(60_000);
    await announceDue();
    expect((await outline()).slice(4)).toEqual([
      ['changelog.updated', { publish_date: event.data.publish_date }],
    ]);
  });

  it('that are unpublished before their date are not published', async () => {
    const [draft, gone, moved] = [
      await written({ published: true, publish_date: later(60_000) }),
      await written({ published: true, publish_date: later(60_000) }),
      await written({ published: true, publish_date: later(60_000) }),
    ];
    await expectSuccess(editor.put(draft, { published: false }));
    await expectSuccess(editor.delete(gone));
    await expectSuccess(editor.put(moved, { publish_date: later(120_000) }));
    clock.advance(60_000);
    await announceDue();
    expect((await outline()).slice(3)).toEqual([
      ['changelog.updated', { published: true }],
      ['changelog.deleted', {}],
      ['changelog.updated', { publish_date: later(0) }],
    ]);
  });
});
