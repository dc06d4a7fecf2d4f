import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangelogService } from '../../src/changelog/entries/application/changelog.service.js';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { EventRetention } from '../../src/events/application/event-retention.js';
import { Background } from '../../src/platform/jobs/background.js';
import { type EventRecord, Events } from '../../src/shared/events.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { expectSuccess, newFeedback, newMember, newProject, newUser, walk } from '../support/feedback.js';
import { until } from '../support/until.js';
import { unique } from '../support/unique.js';

describe('Events', () => {
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
      const { id } = (
        await expectSuccess(editor.post(`${project}/feedback`, { title: 'Tagged', tags: names }))
      ).body;
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
      const rest = await walk(
        editor,
        `${project}/events?after=${events[2].id}&limit=2&type=feedback.created`,
      );
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
      const { user } = (await expectSuccess(admin.post(`${project}/members`, { email, role: 'viewer' })))
        .body;
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
      const wish = await expectSuccess(
        editor.post(`${project}/feedback`, { title: 'Wish', user_id: userId }),
      );
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
      expect(
        events.map(({ type, actor_id, data, previous }) => ({ type, actor_id, data, previous })),
      ).toEqual([
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
      const { id } = (
        await expectSuccess(editor.post(`${project}/changelogs`, { title: 'Fixes', ...values }))
      ).body;
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
});

describe('Event feed', () => {
  // Ids contain the time of their creation, by the system clock.
  const clock = new FakeClock(new Date());
  const day = 86_400_000;
  let service: TestApp;
  let admin: Client;
  let events: Events;
  let relay: EventRelay;
  let retention: EventRetention;
  let unitOfWork: UnitOfWork;
  let project: { id: string; slug: string };

  beforeAll(async () => {
    service = await startApp({ clock, environment: { EVENT_RETENTION_DAYS: '30' }, documented: false });
    admin = service.admin;
    events = service.app.get(Events);
    relay = service.app.get(EventRelay, { strict: false });
    retention = service.app.get(EventRetention, { strict: false });
    unitOfWork = service.app.get(UnitOfWork);
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    const { body } = await admin.post('/projects', { name: 'Project', slug: unique('project') });
    project = body as typeof project;
    await service.query('delete from events where project_id = $1', [project.id]);
  });

  /** Records an event of the project, with a number that identifies it. */
  async function record(number: number, type = 'feedback.created'): Promise<void> {
    await unitOfWork.run(() =>
      events.record({ type, projectId: project.id, actorId: project.id, data: { number } }),
    );
  }

  async function recordAll(numbers: readonly number[], type?: string): Promise<void> {
    for (const number of numbers) await record(number, type);
    await relay.relay();
  }

  it('starts at its end with after=latest, whose link leads to the events that follow', async () => {
    expect(nextOf(await feed('?after=latest'))).toBe('?after=earliest');
    await recordAll([1, 2]);
    const end = await feed('?after=latest&limit=1');
    expect(numbersOf(end)).toEqual([]);
    await recordAll([3]);
    expect(numbersOf(await feed(nextOf(end)))).toEqual([3]);
    expect(numbersOf(await feed('?after=earliest'))).toEqual([1, 2, 3]);
  });

  function feed(query = ''): Promise<Answer> {
    return admin.get(`/projects/${project.slug}/events${query}`);
  }

  function numbersOf({ body }: Answer): number[] {
    return (body as EventRecord[]).map(({ data }) => (data as { number: number }).number);
  }

  /** Returns the path and query of the next page from the `Link` header. */
  function nextOf({ headers }: Answer): string | undefined {
    const [, url] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    return url && new URL(url).search;
  }

  /** Returns the path and query of the page that starts after the event with a number. */
  async function linkTo(number: number, query: string): Promise<string> {
    const [event] = await service.query(
      `select id from events where project_id = $1 and data->>'number' = $2`,
      [project.id, String(number)],
    );
    return `${query}&after=${event.id}`;
  }

  describe('The feed', () => {
    it('contains the events in the order of their positions, each with all fields', async () => {
      clock.advance(1_000);
      const { id: projectId } = project;
      const { body: me } = await admin.get('/me');
      await unitOfWork.run(() =>
        events.record({
          type: 'feedback.updated',
          projectId,
          actorId: me.user.id as string,
          data: { id: 'a', title: 'Größe' },
          previous: { title: 'Grösse' },
        }),
      );
      await recordAll([2]);
      const { status, body } = await feed();
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          type: 'feedback.updated',
          timestamp: clock.now().toISOString(),
          project_id: projectId,
          actor_id: me.user.id,
          data: { id: 'a', title: 'Größe' },
          previous: { title: 'Grösse' },
        },
        expect.objectContaining({ data: { number: 2 }, previous: {} }),
      ]);
    });

    it('is paged: each non-empty page links to the next, which starts after its last event', async () => {
      await recordAll([1, 2, 3, 4, 5]);
      const first = await feed('?limit=2');
      expect(numbersOf(first)).toEqual([1, 2]);
      expect(nextOf(first)).toBe(`?limit=2&after=${first.body[1].id}`);
      const second = await feed(nextOf(first));
      const third = await feed(nextOf(second));
      expect([numbersOf(second), numbersOf(third)]).toEqual([[3, 4], [5]]);
      const end = await feed(nextOf(third));
      expect([numbersOf(end), nextOf(end)]).toEqual([[], undefined]);
      await recordAll([6]);
      expect(numbersOf(await feed(nextOf(third)))).toEqual([6]);
    });

    it('can be filtered by event types', async () => {
      await recordAll([1, 2], 'feedback.created');
      await recordAll([3], 'tag.created');
      await recordAll([4], 'feedback.deleted');
      await recordAll([5], 'tag.created');
      expect(numbersOf(await feed('?type=tag.created'))).toEqual([3, 5]);
      const two = await feed('?type=feedback.deleted&type=tag.created&type=tag.created&limit=2');
      expect(numbersOf(two)).toEqual([3, 4]);
      expect(numbersOf(await feed(nextOf(two)))).toEqual([5]);
      expect(numbersOf(await feed('?type=changelog.created'))).toEqual([]);
    });

    it('leads past events of other types, also on pages that are empty', async () => {
      await recordAll([1], 'tag.created');
      await recordAll([2, 3], 'feedback.created');
      const rare = await feed('?type=tag.created');
      expect([numbersOf(rare), nextOf(rare)]).toEqual([[1], await linkTo(3, '?type=tag.created')]);
      const end = await feed(nextOf(rare));
      expect([numbersOf(end), nextOf(end)]).toEqual([[], undefined]);
      await recordAll([4], 'feedback.created');
      const empty = await feed(nextOf(rare));
      expect([numbersOf(empty), nextOf(empty)]).toEqual([[], await linkTo(4, '?type=tag.created')]);
      await recordAll([5], 'tag.created');
      expect(numbersOf(await feed(nextOf(empty)))).toEqual([5]);
      const none = await feed('?type=changelog.created&after=earliest');
      expect([numbersOf(none), nextOf(none)]).toEqual([[], await linkTo(5, '?type=changelog.created')]);
    });

    it('leads from a full page to the events of the same types that follow it', async () => {
      await recordAll([1, 2], 'tag.created');
      await recordAll([3], 'feedback.created');
      const full = await feed('?type=tag.created&limit=1');
      expect([numbersOf(full), numbersOf(await feed(nextOf(full)))]).toEqual([[1], [2]]);
    });

    it('never leads past an event that has no position yet', async () => {
      await recordAll([1], 'feedback.created');
      await record(2, 'tag.created');
      await record(3, 'feedback.created');
      const empty = await feed('?type=tag.created');
      expect([numbersOf(empty), nextOf(empty)]).toEqual([[], await linkTo(1, '?type=tag.created')]);
      await relay.relay();
      expect(numbersOf(await feed(nextOf(empty)))).toEqual([2]);
    });

    it('streams all current events as NDJSON', async () => {
      await recordAll(Array.from({ length: 205 }, (_, n) => n));
      const { headers, text } = await admin.get(`/projects/${project.slug}/events`, {
        accept: 'application/x-ndjson',
      });
      expect(headers.get('content-type')).toBe('application/x-ndjson');
      const lines = text.trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).data.number)).toEqual(
        Array.from({ length: 205 }, (_, n) => n),
      );
    });

    it('returns 304 for a page that the reader already has', async () => {
      await recordAll([1]);
      const { headers } = await feed();
      const path = `/projects/${project.slug}/events`;
      expect((await admin.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      await recordAll([2]);
      expect((await admin.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200);
    });

    it('does not contain events of other projects', async () => {
      await recordAll([1]);
      const { body: other } = await admin.post('/projects', { name: 'Other', slug: unique('other') });
      await relay.relay();
      const found = await admin.get(`/projects/${other.slug}/events`);
      expect((found.body as EventRecord[]).filter(({ project_id }) => project_id !== other.id)).toEqual([]);
      const [event] = (await feed()).body as EventRecord[];
      const from = await admin.get(`/projects/${other.slug}/events?after=${event?.id}`);
      expect([from.status, from.body.errors[0].code]).toEqual([400, 'unknown_event']);
    });

    it('continues from an event without a position, which a webhook may have delivered first', async () => {
      await recordAll([1]);
      await record(2);
      await record(3);
      const [second] = await service.query(
        `select id from events where project_id = $1 and data->>'number' = '2'`,
        [project.id],
      );
      expect(numbersOf(await feed())).toEqual([1]);
      expect(numbersOf(await feed(`?after=${second.id}`))).toEqual([3]);
    });

    it.each([
      ['limit=0', { parameter: 'limit', code: 'invalid_limit' }],
      ['limit=101', { parameter: 'limit', code: 'invalid_limit' }],
      ['cursor=abc', { parameter: 'cursor', code: 'unknown' }],
      ['count=true', { parameter: 'count', code: 'unknown' }],
      ['type=feedback.created&type=feedback', { parameter: 'type', code: 'invalid_choice' }],
      ['type=webhook.test', { parameter: 'type', code: 'invalid_choice' }],
      ['after=', { parameter: 'after', code: 'blank' }],
      ['after=abc', { parameter: 'after', code: 'unknown_event' }],
      ['after=0190a1b2-0000-4000-8000-000000000000', { parameter: 'after', code: 'unknown_event' }],
    ])('rejects %s', async (query, fault) => {
      const { status, body } = await feed(`?${query}`);
      expect([status, body.errors]).toEqual([400, [expect.objectContaining(fault)]]);
    });

    it('neither contains nor continues from an event that is not part of the feed', async () => {
      await record(1, 'webhook.test');
      await service.query('update events set in_feed = false where project_id = $1', [project.id]);
      await recordAll([2]);
      expect(numbersOf(await feed())).toEqual([2]);
      const [hidden] = await service.query('select id from events where project_id = $1 and not in_feed', [
        project.id,
      ]);
      expect((await feed(`?after=${hidden.id}`)).body.errors[0].code).toBe('unknown_event');
    });
  });

  describe('Old events', () => {
    it('are removed after EVENT_RETENTION_DAYS, and continuing from one of them returns 410', async () => {
      await recordAll([1, 2]);
      const [first] = (await feed()).body as EventRecord[];
      clock.advance(29 * day);
      await recordAll([3]);
      await retention.removeOld();
      expect(numbersOf(await feed(`?after=${first?.id}`))).toEqual([2, 3]);
      clock.advance(2 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([3]);
      const { status, body } = await feed(`?after=${first?.id}`);
      expect([status, body.code]).toEqual([410, 'events_gone']);
      expect(body.detail).toContain('30 days');
    });

    it('do not make a reader synchronize anew that has followed the links since, whatever types it reads', async () => {
      await recordAll([1], 'tag.created');
      const rare = nextOf(await feed('?type=tag.created'));
      await recordAll([2], 'feedback.created');
      const next = nextOf(await feed(rare));
      clock.advance(40 * day);
      await recordAll([3], 'feedback.created');
      await retention.removeOld();
      const { status, body } = await feed(next);
      expect([status, body]).toEqual([200, []]);
      expect((await feed(rare)).body.code).toBe('events_gone');
    });

    it('let a reader continue after the last of them: it has missed nothing', async () => {
      await recordAll([1, 2, 3]);
      const [first, second, third] = (await feed()).body as EventRecord[];
      clock.advance(40 * day);
      await retention.removeOld();
      const empty = await feed(`?after=${third?.id}`);
      expect([empty.status, empty.body]).toEqual([200, []]);
      await recordAll([4]);
      expect(numbersOf(await feed(`?after=${third?.id}`))).toEqual([4]);
      for (const missed of [first, second]) {
        expect((await feed(`?after=${missed?.id}`)).body.code).toBe('events_gone');
      }
      clock.advance(40 * day);
      await retention.removeOld();
      expect((await feed(`?after=${third?.id}`)).body.code).toBe('events_gone');
    });

    it('are missed by a reader whose own position is still stored', async () => {
      await recordAll([1, 2]);
      const [first] = (await feed()).body as EventRecord[];
      await service.query(
        `insert into deliveries (id, project_id, event_id, event_type, status, created_at)
       select gen_random_uuid(), project_id, id, type, 'failed', created_at from events where id = $1`,
        [first?.id],
      );
      clock.advance(40 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([1]);
      expect((await feed(`?after=${first?.id}`)).body.code).toBe('events_gone');
    });

    it('are kept while a delivery refers to them', async () => {
      await recordAll([1]);
      await service.query(
        `insert into deliveries (id, project_id, event_id, event_type, status, created_at)
       select gen_random_uuid(), project_id, id, type, 'failed', created_at from events where project_id = $1`,
        [project.id],
      );
      clock.advance(40 * day);
      await retention.removeOld();
      expect(numbersOf(await feed())).toEqual([1]);
    });

    it('are removed in several batches', async () => {
      await service.query(
        `insert into events (id, project_id, type, created_at, actor_id, data, previous)
       select gen_random_uuid(), $1, 'tag.created', '2001-01-01', $1, '{}', '{}' from generate_series(1, 2500)`,
        [project.id],
      );
      await relay.relay();
      expect(
        await service.query('select 1 from events where project_id = $1 and position is null', [project.id]),
      ).toEqual([]);
      await retention.removeOld();
      expect(await service.query('select 1 from events where project_id = $1', [project.id])).toEqual([]);
    });
  });

  describe('While the background work runs', () => {
    it('an event is in the feed within a second of its commit', async () => {
      service.app.get(Background).start();
      const times: number[] = [];
      // The machine may be busy during one of them.
      do {
        await record(times.length);
        const committedAt = performance.now();
        while (numbersOf(await feed()).length === times.length);
        times.push(performance.now() - committedAt);
      } while (Math.min(...times) >= 1_000 && times.length < 20);
      expect(Math.min(...times)).toBeLessThan(1_000);
      expect(numbersOf(await feed())).toEqual([...times.keys()]);
    });
  });

  describe('A reader that polls the feed (needs TEST_DATABASE_URL)', () => {
    it('receives the events of six concurrent writers, each once and in the same order as other readers', async () => {
      const [one, other] = [
        await startApp({ database: service.database, background: true, documented: false }),
        service,
      ];
      let isWriting = true;
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; n < 50; n++) {
          // Long and short transactions, some of which fail, so that commits are not in the order of ids.
          await unitOfWork
            .run(async () => {
              await events.record({
                type: 'feedback.created',
                projectId: project.id,
                actorId: project.id,
                data: { number: writer * 1000 + n },
              });
              if (n % 7 === writer) await pause(40);
              if (n % 10 === 9) throw new Error('No.');
            })
            .catch(() => undefined);
        }
      });
      const follow = async ({ admin: client }: TestApp, limit: number): Promise<number[]> => {
        const seen: number[] = [];
        let next = `?limit=${limit}`;
        for (;;) {
          const wasWriting = isWriting;
          const page = await client.get(`/projects/${project.slug}/events${next}`);
          expect(page.status).toBe(200);
          seen.push(...numbersOf(page));
          next = nextOf(page) ?? next;
          if (numbersOf(page).length > 0) continue;
          if (!wasWriting) return seen;
          await pause(5);
        }
      };
      const followers = [follow(one, 7), follow(other, 100)];
      await Promise.all(writers);
      await relay.relay(true);
      isWriting = false;
      const [seen = [], seenElsewhere] = await Promise.all(followers);
      const written = Array.from({ length: 6 }, (_, writer) =>
        Array.from({ length: 50 }, (__, n) => n).flatMap((n) => (n % 10 === 9 ? [] : writer * 1000 + n)),
      ).flat();
      expect([...seen].sort((a, b) => a - b)).toEqual(written);
      expect(seenElsewhere).toEqual(seen);
      await one.close();
    });
  });
});
