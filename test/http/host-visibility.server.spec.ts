import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { NotificationFanOut } from '../../src/outreach/notifications/application/notification-fan-out.js';
import { Conditions, onlyVisible, Sql } from '../../src/kit.js';
import { callerOf } from '../../src/identity/index.js';
import {
  type FeedbackCondition,
  type FeedbackReader,
  HostFeedbackVisibility,
  ProjectAccess,
} from '../../src/project/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { compareAll } from '../support/duplicates.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  votersOf,
  walk,
} from '../support/feedback.js';
import {
  newReader,
  prepareHidden,
  readers,
  revealingCalls,
  revealingPublicReads,
} from '../support/hidden-feedback.js';
import { type Role } from '../support/operations.js';

const asked: FeedbackReader[] = [];
let sql: string | undefined;

/** Single records are hidden from single people, by a table of the host. */
class Embargo extends HostFeedbackVisibility {
  override async conditionFor(reader: FeedbackReader): Promise<FeedbackCondition | undefined> {
    asked.push(reader);
    return sql === undefined ? undefined : { sql, parameters: { reader: reader.userId } };
  }
}

/** Nobody's id stands for everyone without a token. */
const embargo = `not exists (select 1 from crm.embargo e
  where e.feedback_id = feedback.id and e.person_id is not distinct from :reader::uuid)`;

let service: TestApp;
let document: any;

beforeAll(async () => {
  service = await startApp({ ports: [{ provide: HostFeedbackVisibility, useClass: Embargo }] });
  await query('create schema crm');
  await query('create table crm.embargo (feedback_id uuid not null, person_id uuid)');
  ({ body: document } = await service.send('GET', '/openapi.json'));
});

beforeEach(() => {
  sql = embargo;
  asked.length = 0;
});

afterAll(() => service.close());

function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return service.database.database.dataSource.query<Row[]>(text, values);
}

/** Hides feedback from a person; from everyone without a token, if there is none. */
async function hide(ids: readonly string[], personId: string | null): Promise<void> {
  await query('insert into crm.embargo select unnest($1::uuid[]), $2', [ids, personId]);
}

describe('Feedback that a host hides from a person', () => {
  const people = [
    ...readers,
    ...(['editor', 'owner'] as const).map((role) => ({ name: `an ${role}`, role, signedIn: undefined })),
  ];

  it.each(people)('is in no answer to $name', async ({ role, signedIn }) => {
    const world = await prepareHidden(service, 'host', signedIn);
    const reader = await newReader(service, world, role);
    await hide(world.ids, reader.userId);
    await service.app.get(EventRelay).relay(true);
    expect(await revealingCalls(service, document, world, reader, (role ?? signedIn) as Role)).toEqual({});
  });

  it('is in no public answer, if it is hidden from everyone without a token', async () => {
    const world = await prepareHidden(service, 'host');
    expect(Object.keys(await revealingPublicReads(service, world))).not.toEqual([]);
    await hide(world.ids, null);
    expect(await revealingPublicReads(service, world)).toEqual({});
  });
});

describe('Within a project', () => {
  type Member = Client & { userId: string };

  let project: string;
  let editor: Member;
  let member: Member;
  let hidden: string;
  let shown: string;

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    member = await newMember(service, project, 'contributor');
    hidden = await newFeedback(member, project, 'Secret wish about exports');
    shown = await newFeedback(member, project, 'Plain wish about exports');
    await hide([idOf(hidden)], editor.userId);
  });

  const titles = async (client: Client, rest = '') =>
    (await walk(client, `${project}/feedback?sort=oldest${rest}`)).map(({ title }) => title);

  /** The one before may not have ended yet for the limit of exports. */
  async function exported(client: Client, query = ''): Promise<string> {
    const { status, text } = await client.get(`${project}/export${query}`);
    return status === 429 ? exported(client, query) : text;
  }

  it('others see the record, and its author too', async () => {
    expect(await titles(member)).toEqual(['Secret wish about exports', 'Plain wish about exports']);
    expect(await titles(service.admin, '&q=secret')).toEqual(['Secret wish about exports']);
    expect(await titles(editor)).toEqual(['Plain wish about exports']);
    expect(await titles(editor, '&q=wish')).toEqual(['Plain wish about exports']);
    expect(await titles(editor, '&q=secret')).toEqual([]);
    expect((await editor.get(hidden)).body.code).toBe('feedback_not_found');
    expect((await editor.get(`${project}/feedback?count=true`)).headers.get('x-total-count')).toBe('1');
    expect((await editor.get(`${project}/feedback/stats`)).body.total).toBe(1);
    expect((await member.get(`${project}/feedback/stats`)).body.total).toBe(2);
  });

  it('the condition is asked for once in a request, with the role of the reader', async () => {
    asked.length = 0;
    await expectSuccess(editor.get(`${project}/feedback?include=merged_ids,response`));
    const { id: projectId } = (await service.admin.get(project)).body;
    expect(asked[0]).toEqual({ projectId, userId: editor.userId, role: 'editor' });
    expect(asked.filter(({ userId }) => userId === editor.userId)).toHaveLength(1);
  });

  it('a reader without a condition sees everything', async () => {
    sql = undefined;
    expect(await titles(editor)).toHaveLength(2);
  });

  it('onlyVisible lists by SQL what the reader can see, and fills pages', async () => {
    await expectSuccess(service.admin.put(`${project}/boards/team`, { visibility: 'editors' }));
    await expectSuccess(service.admin.post(`${project}/feedback`, { title: 'Of the team', board: 'team' }));
    await newFeedback(service.admin, await newProject(service), 'Of another project');
    const slug = project.split('/').at(-1)!;
    const listFor = async (userId: string) => {
      const caller = callerOf(userId, { scope: 'read' });
      const { reader } = await service.app.get(ProjectAccess).authorize(caller, slug, 'viewer');
      const { where, values } = onlyVisible(reader, new Conditions());
      const order = [
        { sql: 'feedback.created_at', type: 'timestamptz' },
        { sql: 'feedback.id', type: 'uuid' },
      ] as const;
      const select = 'feedback.title';
      const list = { select, from: 'feedback_records_v1 feedback', where, values, order, descending: true };
      const first = await service.app.get(Sql).page<{ title: string }>(list, { limit: 1, count: true });
      const rest = await service.app
        .get(Sql)
        .page<{ title: string }>(list, { limit: 9, after: first.next!, count: false });
      return [first.total, ...[...first.records, ...rest.records].map(({ title }) => title)];
    };
    expect(await listFor(editor.userId)).toEqual([2, 'Of the team', 'Plain wish about exports']);
    expect(await listFor(member.userId)).toEqual([
      2,
      'Plain wish about exports',
      'Secret wish about exports',
    ]);
    const owner = await newMember(service, project, 'owner');
    sql = undefined;
    expect((await listFor(owner.userId))[0]).toBe(3);
  });

  it('a condition by a tag hides the record as soon as it has the tag', async () => {
    sql = "not ('Confidential' = any (feedback.tags))";
    expect(await titles(editor)).toHaveLength(2);
    const tags = ['Export', 'Confidential', 'beta'];
    for (const tag of tags) await expectSuccess(service.admin.put(`${project}/tags/${tag}`, {}));
    await expectSuccess(service.admin.patch(shown, { tags }));
    expect(await titles(editor)).toEqual(['Secret wish about exports']);
    expect((await editor.get(shown)).body.code).toBe('feedback_not_found');
    const stored = await query('select tags from feedback_records_v1 where id = $1', [idOf(shown)]);
    expect(stored).toEqual([{ tags: ['beta', 'Confidential', 'Export'] }]);
  });

  it('values are parameters, whatever they contain', async () => {
    sql = `feedback.title <> 'a:reader' and (:reader)::text <> ''' or true --'`;
    expect(await titles(editor)).toHaveLength(2);
    sql = "feedback.user_id = :reader::uuid and feedback.fields ? 'size'";
    expect(await titles(editor)).toEqual([]);
  });

  it('the editor can neither change nor merge nor update it with others', async () => {
    const target = await newFeedback(member, project, 'Target');
    const merge = (from: string, into: string) => editor.post(`${from}/merge`, { into: idOf(into) });
    expect((await merge(hidden, target)).body.code).toBe('feedback_not_found');
    expect((await merge(shown, hidden)).body.errors).toMatchObject([{ pointer: '/into', code: 'not_found' }]);
    const ids = [idOf(shown), idOf(hidden)];
    const bulk = await editor.post(`${project}/feedback/bulk`, { ids, set: { status: 'planned' } });
    expect([bulk.status, bulk.body.errors]).toMatchObject([400, [{ pointer: '/ids/1', code: 'not_found' }]]);
    expect((await editor.patch(hidden, { title: 'New' })).status).toBe(404);
    expect((await editor.post(`${hidden}/comments`, { content: 'Comment' })).status).toBe(404);
    expect((await member.get(hidden)).body.status).toBe('in_review');
  });

  it('what is merged into a visible record is left out of it, except in stored counters', async () => {
    await expectSuccess(editor.put(`${shown}/upvotes/me`));
    await expectSuccess(member.put(`${hidden}/upvotes/me`));
    await expectSuccess(member.post(`${hidden}/comments`, { content: 'Secret comment' }));
    await expectSuccess(service.admin.post(`${hidden}/merge`, { into: idOf(shown) }));
    const { body } = await expectSuccess(editor.get(`${shown}?include=merged_ids`));
    expect(body).toMatchObject({ merged_ids: [], upvotes: 2, comment_count: 1 });
    expect(await votersOf(editor, shown)).toEqual([editor.userId]);
    expect((await editor.get(`${shown}/comments`)).body).toEqual([]);
    expect((await member.get(`${shown}/comments`)).body).toHaveLength(1);
    // Deleting the target frees it, and its event is recorded, for whoever reads events without a condition.
    await expectSuccess(editor.delete(shown));
    await service.app.get(EventRelay).relay(true);
    sql = undefined;
    const { body: events } = await service.admin.get(`${project}/events?type=feedback.unmerged`);
    expect(events.map(({ data }: any) => data.id)).toEqual([idOf(hidden)]);
  });

  it('neither events nor files show what is merged into it', async () => {
    const source = await newFeedback(member, project, 'Merged wish');
    const newFile = async () => {
      const file = await expectSuccess(
        service.send('POST', `/v1${project}/attachments?filename=a.txt`, {
          body: 'File',
          headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/octet-stream' },
        }),
      );
      return file.body.id as string;
    };
    const [ofFeedback, ofComment] = [await newFile(), await newFile()];
    await expectSuccess(member.patch(source, { attachment_ids: [ofFeedback] }));
    await expectSuccess(
      member.post(`${source}/comments`, { content: 'Merged comment', attachment_ids: [ofComment] }),
    );
    await service.app.get(EventRelay).relay(true);
    const seen = async () => {
      const events = await walk(editor, `${project}/events`);
      const files = [ofFeedback, ofComment].map((id) => editor.get(`${project}/attachments/${id}`));
      const statuses = (await Promise.all(files)).map(({ status }) => status);
      return [events.filter((event) => JSON.stringify(event).includes(idOf(source))).length, ...statuses];
    };
    expect(await seen()).toEqual([3, 200, 200]);
    await expectSuccess(service.admin.post(`${source}/merge`, { into: idOf(hidden) }));
    await service.app.get(EventRelay).relay(true);
    expect((await editor.get(source)).status).toBe(404);
    expect(await seen()).toEqual([0, 404, 404]);
    await expectSuccess(service.admin.delete(`${source}/merge`));
    await service.app.get(EventRelay).relay(true);
    expect(await seen()).toEqual([3, 200, 200]);
  });

  it('suggested duplicates with it do not exist, also in the count', async () => {
    await newFeedback(member, project, 'Plain wish about exports');
    await compareAll(service);
    const countFor = async (client: Client) => {
      const { body, headers } = await expectSuccess(client.get(`${project}/duplicates?count=true`));
      return [body.length, headers.get('x-total-count')];
    };
    const [all] = await countFor(service.admin);
    expect(all).toBeGreaterThan(1);
    expect(await countFor(editor)).toEqual([1, '1']);
  });

  it('events about it are left out, and what other events tell of it', async () => {
    const entry = (await expectSuccess(service.admin.post(`${project}/changelogs`, { title: 'New' }))).body
      .id;
    await expectSuccess(service.admin.put(`${project}/changelogs/${entry}/feedback/${idOf(hidden)}`));
    await expectSuccess(service.admin.put(`${project}/changelogs/${entry}/feedback/${idOf(shown)}`));
    await expectSuccess(service.admin.patch(`${project}/changelogs/${entry}`, { title: 'Newer' }));
    await expectSuccess(member.post(`${hidden}/comments`, { content: 'Secret comment' }));
    await expectSuccess(service.admin.post(`${hidden}/merge`, { into: idOf(shown) }));
    await expectSuccess(service.admin.patch(shown, { title: 'Plainer' }));
    await service.app.get(EventRelay).relay(true);
    const all = await walk(service.admin, `${project}/events`);
    const seen = await walk(editor, `${project}/events?limit=2`);
    expect(JSON.stringify(all)).toContain(idOf(hidden));
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${idOf(hidden)}|[Ss]ecret`));
    const isAbout = (event: any) =>
      JSON.stringify([event.data.id, event.data.feedback_id, event.previous]).includes(idOf(hidden));
    expect(seen.map(({ id }) => id)).toEqual(all.filter((event) => !isAbout(event)).map(({ id }) => id));
    const updated = seen.find(({ type }) => type === 'changelog.updated');
    expect(updated.data.feedback).toMatchObject([{ id: idOf(shown) }]);
    const ofType = await walk(editor, `${project}/events?type=feedback.created&type=feedback.updated`);
    expect(ofType.map(({ data }) => [data.title, data.merged_ids])).toEqual([
      ['Plain wish about exports', []],
      ['Plainer', []],
    ]);
  });

  it('an export leaves it out, with everything that belongs to it', async () => {
    const owner = await newMember(service, project, 'owner');
    await hide([idOf(hidden)], owner.userId);
    const file = await expectSuccess(
      service.send('POST', `/v1${project}/attachments?filename=a.txt`, {
        body: 'Secret file',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/octet-stream' },
      }),
    );
    await expectSuccess(member.patch(hidden, { attachment_ids: [file.body.id] }));
    await expectSuccess(member.put(`${hidden}/upvotes/me`));
    await expectSuccess(member.post(`${hidden}/comments`, { content: 'Secret comment' }));
    const merged = await newFeedback(member, project, 'Secret source');
    await expectSuccess(editor.put(`${shown}/upvotes/me`));
    await expectSuccess(service.admin.post(`${merged}/merge`, { into: idOf(hidden) }));
    const kindsOf = async (client: Client) => {
      const text = await exported(client);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const { counts } = lines[0];
      for (const kind of ['feedback', 'vote', 'comment', 'subscription', 'attachment'])
        expect([kind, lines.filter((line) => line.kind === kind).length]).toEqual([kind, counts[kind]]);
      return { counts, text };
    };
    const whole = await kindsOf(service.admin);
    const part = await kindsOf(owner);
    expect(whole.counts).toMatchObject({ feedback: 3, vote: 2, comment: 1, attachment: 1 });
    expect(part.counts).toMatchObject({ feedback: 1, vote: 1, comment: 0, attachment: 0 });
    expect(part.text).not.toMatch(/[Ss]ecret/);
    expect(part.text).not.toContain(idOf(hidden));
    for (const kind of ['feedback', 'vote', 'comment', 'person', 'changelog']) {
      expect(await exported(owner, `?format=csv&kind=${kind}`)).not.toContain(idOf(hidden));
    }
    expect((await editor.get(`${project}/attachments/${file.body.id}`)).status).toBe(404);
    expect((await service.admin.get(`${project}/attachments/${file.body.id}`)).status).toBe(200);
  });

  async function notify(): Promise<void> {
    await service.app.get(EventRelay).relay(true);
    const events = await query<{ id: string }>(
      `select e.id from events e join projects p on p.id = e.project_id where p.slug = $1 order by e.position`,
      [idOf(project)],
    );
    for (const { id } of events) await service.app.get(NotificationFanOut).notify(id);
  }

  it('people are not notified of it, and lose sight of notifications about it', async () => {
    const news = async (client: Client) => {
      const { body, headers } = await client.get('/me/notifications?count=true');
      const counts = ['x-total-count', 'x-unread-count'].map((name) => Number(headers.get(name)));
      expect(counts).toEqual([body.length, body.length]);
      return body.map(({ feedback, changelog }: any) => feedback?.title ?? changelog.title);
    };
    for (const feedback of [hidden, shown]) {
      sql = undefined;
      await expectSuccess(editor.put(`${feedback}/subscribers/me`));
      sql = embargo;
      await expectSuccess(service.admin.patch(feedback, { status: 'planned' }));
    }
    const entry = (
      await expectSuccess(
        service.admin.post(`${project}/changelogs`, { title: 'Entry', publish_date: '2026-01-01T00:00:00Z' }),
      )
    ).body.id;
    for (const feedback of [hidden, shown])
      await expectSuccess(service.admin.put(`${project}/changelogs/${entry}/feedback/${idOf(feedback)}`));
    await expectSuccess(service.admin.patch(`${project}/changelogs/${entry}`, { published: true }));
    await notify();
    expect(await news(editor)).toEqual(['Plain wish about exports', 'Plain wish about exports']);
    expect(await news(member)).toHaveLength(3);
    await hide([idOf(shown)], member.userId);
    expect(await news(member)).not.toContain('Plain wish about exports');
    await hide([idOf(shown)], editor.userId);
    // The entry is still visible to whom it was about that feedback.
    expect(await news(editor)).toEqual(['Entry']);
  });

  it('people lose sight of notifications about comments on it, if it was merged', async () => {
    const { id } = (await expectSuccess(service.admin.post(`${hidden}/comments`, { content: 'Secret' })))
      .body;
    await expectSuccess(service.admin.put(`${hidden}/subscribers/${editor.userId}`));
    await expectSuccess(service.admin.post(`${hidden}/merge`, { into: idOf(shown) }));
    sql = undefined;
    await expectSuccess(service.admin.post(`${shown}/comments`, { content: 'A reply', parent_id: id }));
    await notify();
    const types = async () => (await editor.get('/me/notifications')).body.map(({ type }: any) => type);
    expect(await types()).toEqual(['comment.created', 'feedback.merged']);
    sql = embargo;
    expect(await types()).toEqual(['feedback.merged']);
  });
});
