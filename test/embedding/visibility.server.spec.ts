import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { NotificationQueries } from '../../src/outreach/notifications/application/notification.queries.js';
import { NotificationFanOut } from '../../src/outreach/notifications/application/notification-fan-out.js';
import { Conditions, onlyVisible, Sql } from '../../src/kit.js';
import { callerOf } from '../../src/identity/index.js';
import {
  type Hideable,
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
  ProjectAuthorizer,
  type VisibilityReader,
} from '../../src/project/index.js';
import { type Client, outcome, startApp, type TestApp } from '../support/app.js';
import {
  type HiddenWorld,
  idsOf,
  newReader,
  prepareComments,
  prepareEntry,
  prepareHidden,
  type Reader,
  readers,
  revealingCalls,
  revealingPublicReads,
} from '../support/hidden-feedback.js';
import type { Role } from '../support/operations.js';
import { compareAll } from '../support/duplicates.js';
import {
  bodyOf,
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  votersOf,
  walk,
} from '../support/feedback.js';
import { uploadAttachment } from '../support/files.js';

describe('Host visibility', () => {
  const asked: (VisibilityReader & { name: Hideable })[] = [];
  /** The condition on feedback. */
  let sql: string | undefined;
  /** The conditions on other records. */
  let others: Partial<Record<Hideable, string>>;

  /** Single records are hidden from single people, by a table of the host. Nobody's id stands for everyone without a token. */
  const embargoOf = (name: Hideable) => `not exists (select 1 from crm.embargo e
  where e.record_id = ${name}.id and e.person_id is not distinct from :reader::uuid)`;
  const embargo = embargoOf('feedback');

  const visibilityOf = (name: Hideable) => ({
    conditionFor: async (reader: VisibilityReader) => {
      asked.push({ name, ...reader });
      const condition = name === 'feedback' ? sql : others[name];
      return condition === undefined ? undefined : { sql: condition, parameters: { reader: reader.userId } };
    },
  });

  let service: TestApp;
  let document: any;

  beforeAll(async () => {
    service = await startApp({
      ports: [
        { provide: HostFeedbackVisibility, useValue: visibilityOf('feedback') },
        { provide: HostChangelogVisibility, useValue: visibilityOf('changelog') },
        { provide: HostCommentVisibility, useValue: visibilityOf('comment') },
      ],
    });
    await service.query('create schema crm');
    await service.query('create table crm.embargo (record_id uuid not null, person_id uuid)');
    ({ body: document } = await service.send('GET', '/openapi.json'));
  });

  beforeEach(() => {
    sql = embargo;
    others = { changelog: embargoOf('changelog'), comment: embargoOf('comment') };
    asked.length = 0;
  });

  afterAll(() => service.close());

  /** Hides records from a person; from everyone without a token, if there is none. */
  async function hide(ids: readonly string[], personId: string | null): Promise<void> {
    await service.query('insert into crm.embargo select unnest($1::uuid[]), $2', [ids, personId]);
  }

  let readInPublic: Promise<HiddenWorld> | undefined;

  /** Returns the world that is read without a token, with nothing hidden: reads change nothing of it. */
  async function publicWorld(): Promise<HiddenWorld> {
    readInPublic ??= prepareHidden(service, 'host');
    await service.query('delete from crm.embargo where person_id is null');
    return readInPublic;
  }

  const owner = { name: 'an owner', role: 'owner' } as const satisfies Reader;
  const people: readonly Reader[] = [...Object.values(readers), { name: 'an editor', role: 'editor' }, owner];

  /**
   * Who calls all operations. The condition of the host depends on the id of the reader only: owners are permitted all operations, and
   * read with no other condition, as editors do; contributors are permitted the most operations of those who read with further ones.
   */
  const callers: readonly Reader[] = [owner, readers.contributor];

  describe('Feedback that a host hides from a person', () => {
    it.each([...callers, readers.signedInViewer])(
      'is in no answer to $name',
      async ({ role, signedIn }: Reader) => {
        const world = await prepareHidden(service, 'host', signedIn);
        const reader = await newReader(service, world, role);
        await hide(world.ids, reader.userId);
        await service.app.get(EventRelay).relay(true);
        // Who is signed in only reads with the condition of their id, as members do.
        const queries = signedIn ? 'one' : 'all';
        const rank = (role ?? signedIn) as Role;
        expect(await revealingCalls(service, document, world, reader, rank, undefined, queries)).toEqual({});
      },
    );

    it('is neither read nor listed by anybody from whom it is hidden, as entries and comments are not', async () => {
      const world = await prepareHidden(service, 'host');
      const { project, feedbackId, changelogId, commentId } = world;
      const records = [
        [`${project}/feedback`, feedbackId],
        [`${project}/changelogs`, changelogId],
        [`${project}/feedback/${feedbackId}/comments`, commentId],
      ] as const;
      for (const { name, role, signedIn = '' } of people) {
        await bodyOf(service.admin.patch(`${project}/settings`, { signed_in: signedIn }));
        const reader = await newReader(service, world, role);
        for (const [list, id] of records.toReversed()) {
          const seen = async () => [
            (await reader.get(`${list}/${id}`)).status,
            idsOf(await reader.get(list)).includes(id),
          ];
          expect([name, list, await seen()]).toEqual([name, list, [200, true]]);
          await hide([id], reader.userId);
          expect([name, list, await seen()]).toEqual([name, list, [404, false]]);
        }
      }
    });

    it('is in no public answer, if it is hidden from everyone without a token', async () => {
      const world = await publicWorld();
      expect(Object.keys(await revealingPublicReads(service, world))).not.toEqual([]);
      await hide(world.ids, null);
      expect(await revealingPublicReads(service, world)).toEqual({});
    });
  });

  describe.each([
    ['Changelog entries', prepareEntry],
    ['Comments', prepareComments],
  ] as const)('%s that a host hides from a person', (_, prepare) => {
    it.each(callers)('are in no answer to $name', async ({ role, signedIn }) => {
      const world = await prepareHidden(service, 'host', signedIn);
      const secret = await prepare(service, world);
      const reader = await newReader(service, world, role);
      await service.app.get(EventRelay).relay(true);
      await hide(secret.ids, reader.userId);
      expect(
        await revealingCalls(service, document, world, reader, (role ?? signedIn) as Role, secret),
      ).toEqual({});
    });

    it('are in no public answer, if they are hidden from everyone without a token', async () => {
      const world = await publicWorld();
      const secret = await prepare(service, world);
      expect(Object.keys(await revealingPublicReads(service, world, secret))).not.toEqual([]);
      await hide(secret.ids, null);
      expect(await revealingPublicReads(service, world, secret)).toEqual({});
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

    /** Returns how often each kind occurs in an export, and the file. */
    async function exportedKinds(client: Client): Promise<{ counts: Record<string, number>; text: string }> {
      const text = await exported(client);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const { counts } = lines[0];
      for (const kind of Object.keys(counts))
        expect([kind, lines.filter((line) => line.kind === kind).length]).toEqual([kind, counts[kind]]);
      return { counts, text };
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

    it('each condition is asked for once in a request, with the role of the reader', async () => {
      const { id: projectId } = (await service.admin.get(project)).body;
      await expectSuccess(
        service.admin.patch(`${project}/settings`, { public_changelog: true, public_feedback: true }),
      );
      const names = ['feedback', 'changelog', 'comment'];
      const byEditor = { projectId, userId: editor.userId, role: 'editor' };
      const byEveryone = { projectId, userId: null, role: null };
      for (const [read, reader] of [
        [() => editor.get(`${project}/feedback?include=merged_ids,response`), byEditor],
        [() => editor.get(`${project}/changelogs?include=feedback`), byEditor],
        [() => service.send('GET', `/public/v1${project}/changelogs?include=feedback`), byEveryone],
        [() => service.send('GET', `/public/v1${project}/changelogs`), byEveryone],
      ] as const) {
        asked.length = 0;
        await expectSuccess(read());
        expect(asked).toEqual(names.map((name) => ({ name, ...reader })));
      }
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
        const { reader } = await service.app.get(ProjectAuthorizer).authorize(caller, slug, 'viewer');
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
      const stored = await service.query('select tags from feedback_records_v1 where id = $1', [idOf(shown)]);
      expect(stored).toEqual([{ tags: ['beta', 'Confidential', 'Export'] }]);
    });

    it('values are parameters, whatever they contain', async () => {
      sql = `feedback.title <> 'a:reader' and (:reader)::text <> ''' or true --'`;
      expect(await titles(editor)).toHaveLength(2);
      sql = "feedback.user_id = :reader::uuid and feedback.fields ? 'size'";
      expect(await titles(editor)).toEqual([]);
    });

    it('filters do not find what is merged, whatever the condition contains', async () => {
      const { admin } = service;
      const [target, hiddenTarget] = [
        await newFeedback(member, project, 'Target'),
        await newFeedback(member, project, 'Hidden target'),
      ];
      await hide([idOf(hiddenTarget)], editor.userId);
      await expectSuccess(admin.put(`${project}/companies/acme`, { name: 'Acme' }));
      const email = `${idOf(target)}@example.com`;
      const { user } = (await expectSuccess(admin.put(`${project}/people/p`, { email, company: 'acme' })))
        .body;
      await expectSuccess(admin.post(`${hidden}/upvotes`, { user: { external_id: 'p' } }));
      await expectSuccess(admin.post(`${hidden}/merge`, { into: idOf(target) }));
      await expectSuccess(admin.post(`${shown}/merge`, { into: idOf(hiddenTarget) }));
      sql = `${embargo} and feedback.title !~ '^secrets?:' and not (feedback.fields ? 'none')`;
      const filters = [
        ['company=acme', ['Target']],
        [`voter_id=${user.id}`, ['Target']],
        [`merged_into=${idOf(hiddenTarget)}`, ['Plain wish about exports']],
        ['external_id=none', []],
        ['source=none', []],
      ] as const;
      for (const [filter, found] of filters) {
        expect([filter, await titles(admin, `&${filter}`)]).toEqual([filter, found]);
        expect([filter, await titles(editor, `&${filter}`)]).toEqual([filter, []]);
      }
    });

    it('the editor can neither change nor merge nor update it with others', async () => {
      const target = await newFeedback(member, project, 'Target');
      const merge = (from: string, into: string) => editor.post(`${from}/merge`, { into: idOf(into) });
      expect((await merge(hidden, target)).body.code).toBe('feedback_not_found');
      expect((await merge(shown, hidden)).body.errors).toMatchObject([
        { pointer: '/into', code: 'not_found' },
      ]);
      const ids = [idOf(shown), idOf(hidden)];
      const bulk = await editor.post(`${project}/feedback/bulk`, { ids, set: { status: 'planned' } });
      expect([bulk.status, bulk.body.errors]).toMatchObject([
        400,
        [{ pointer: '/ids/1', code: 'not_found' }],
      ]);
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
      // Deleting the target frees it, and its event is recorded for readers whose conditions hide nothing.
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
      const file = await expectSuccess(uploadAttachment(service, project, member, 'Secret file', 'a.txt'));
      await expectSuccess(member.patch(hidden, { attachment_ids: [file.body.id] }));
      await expectSuccess(member.put(`${hidden}/upvotes/me`));
      await expectSuccess(member.post(`${hidden}/comments`, { content: 'Secret comment' }));
      const jane = { email: 'jane@secret.example' };
      await expectSuccess(service.admin.post(`${hidden}/upvotes`, { user: jane }));
      const merged = await newFeedback(member, project, 'Secret source');
      await expectSuccess(editor.put(`${shown}/upvotes/me`));
      await expectSuccess(service.admin.post(`${merged}/merge`, { into: idOf(hidden) }));
      const whole = await exportedKinds(service.admin);
      const part = await exportedKinds(owner);
      expect(whole.text).toContain(jane.email);
      expect(whole.counts).toMatchObject({ feedback: 3, vote: 3, comment: 1, attachment: 1 });
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
      const events = await service.query<{ id: string }>(
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
          service.admin.post(`${project}/changelogs`, {
            title: 'Entry',
            publish_date: '2026-01-01T00:00:00Z',
          }),
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

    it('people are not notified that it was merged', async () => {
      const types = async (client: Client) =>
        (await client.get('/me/notifications')).body.map(({ type }: any) => type);
      await expectSuccess(service.admin.put(`${hidden}/subscribers/${editor.userId}`));
      await expectSuccess(service.admin.put(`${hidden}/subscribers/${member.userId}`));
      await expectSuccess(service.admin.post(`${hidden}/merge`, { into: idOf(shown) }));
      await notify();
      expect([await types(editor), await types(member)]).toEqual([[], ['feedback.merged']]);
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

    /** Uploads a file as a client, and returns its id. */
    const upload = async (client: Client): Promise<string> =>
      (await bodyOf(uploadAttachment(service, project, client, 'File', 'a.txt'))).id;

    /** Returns the types of the events that contain a text. */
    async function eventsWith(client: Client, text: string): Promise<string[]> {
      await service.app.get(EventRelay).relay(true);
      const events = await walk(client, `${project}/events?limit=2`);
      return events.filter((event) => JSON.stringify(event).includes(text)).map(({ type }) => type);
    }

    /** Returns the titles or excerpts of what a person is notified of, by mail too. */
    async function detailsFor({ userId }: Member): Promise<string[]> {
      const { id: projectId } = (await service.admin.get(project)).body;
      const reader = { userId, projectId, now: new Date('2030-01-01T00:00:00Z') };
      const { items, count } = await service.app
        .get(NotificationQueries)
        .details(reader, { from: new Date(0), before: null, limit: 10 });
      expect(count).toBe(items.length);
      return items.map(({ excerpt, changelog }) => changelog?.title ?? excerpt);
    }

    describe('an entry that is hidden', () => {
      let entry: string;
      let other: string;

      const publish = async (title: string) => {
        const values = { title, summary: `About ${title}`, published: true, tags: ['news'] };
        const { body } = await expectSuccess(service.admin.post(`${project}/changelogs`, values));
        return `${project}/changelogs/${body.id}`;
      };

      beforeEach(async () => {
        await expectSuccess(service.admin.put(`${project}/tags/news`, {}));
        entry = await publish('Secret entry');
        other = await publish('Plain entry');
        for (const each of [entry, other])
          await expectSuccess(service.admin.put(`${each}/feedback/${idOf(shown)}`));
        await hide([idOf(entry)], editor.userId);
      });

      it('is in no list, search and count', async () => {
        const titlesFor = async (client: Client, rest = '') =>
          (await walk(client, `${project}/changelogs?limit=1${rest}`)).map(({ title }) => title);
        for (const filter of ['', '&q=entry', '&tag=news', '&state=published', '&include=feedback,tags']) {
          expect(await titlesFor(member, filter)).toEqual(['Plain entry', 'Secret entry']);
          expect(await titlesFor(editor, filter)).toEqual(['Plain entry']);
        }
        expect(await titlesFor(editor, '&q=secret')).toEqual([]);
        const { headers } = await editor.get(`${project}/changelogs?count=true`);
        expect(headers.get('x-total-count')).toBe('1');
        const linked = async (client: Client) =>
          (await walk(client, `${shown}/changelogs`)).map(({ title }) => title);
        expect(await linked(member)).toEqual(['Plain entry', 'Secret entry']);
        expect(await linked(editor)).toEqual(['Plain entry']);
      });

      it('does not exist for who reads, changes, deletes or links it', async () => {
        const answers = [
          await editor.get(entry),
          await editor.get(`${entry}?include=tags`),
          await editor.get(`${entry}/feedback`),
          await editor.patch(entry, { title: 'New' }),
          await editor.put(entry, { title: 'New' }),
          await editor.delete(entry),
          await editor.put(`${entry}/feedback/${idOf(shown)}`),
          await editor.delete(`${entry}/feedback/${idOf(shown)}`),
        ];
        expect(answers.map(outcome)).toEqual(answers.map(() => '404 changelog_not_found'));
        expect((await member.get(entry)).body.title).toBe('Secret entry');
        expect(outcome(await editor.patch(other, { title: 'New' }))).toBe('200');
      });

      it('is hidden by its columns as soon as they change', async () => {
        others.changelog = "not ('Internal' = any (changelog.tags)) and changelog.summary !~ '^Secret'";
        expect(outcome(await editor.get(entry))).toBe('200');
        await expectSuccess(service.admin.put(`${project}/tags/Internal`, {}));
        await expectSuccess(editor.patch(entry, { tags: ['Internal'] }));
        expect(outcome(await editor.get(entry))).toBe('404 changelog_not_found');
        others.changelog = 'null';
        expect(outcome(await member.get(other))).toBe('404 changelog_not_found');
      });

      it('is not returned again to who created it', async () => {
        const create = () =>
          service.send('POST', `/v1${project}/changelogs`, {
            body: JSON.stringify({ title: 'Created once' }),
            headers: {
              authorization: `Bearer ${editor.token}`,
              'content-type': 'application/json',
              'idempotency-key': idOf(entry),
            },
          });
        const { body } = await expectSuccess(create());
        expect((await create()).body.id).toBe(body.id);
        await hide([body.id], editor.userId);
        const again = await create();
        expect([again.status, again.text.includes('Created once')]).toEqual([409, false]);
      });

      it('is left out of public feeds, at once', async () => {
        await expectSuccess(service.admin.patch(`${project}/settings`, { public_changelog: true }));
        const feeds = async () => {
          const texts: string[] = [];
          for (const format of ['atom', 'rss', 'json']) {
            texts.push((await service.send('GET', `/public${project}/changelog.${format}`)).text);
          }
          return texts.map((text) => ['Secret entry', 'Plain entry'].map((title) => text.includes(title)));
        };
        expect(await feeds()).toEqual(Array(3).fill([true, true]));
        await hide([idOf(entry)], null);
        expect(await feeds()).toEqual(Array(3).fill([false, true]));
      });

      it('is in neither events nor files', async () => {
        const file = await upload(editor);
        await expectSuccess(service.admin.patch(entry, { attachment_ids: [file], title: 'Secret title' }));
        const path = `${project}/attachments/${file}`;
        expect(await eventsWith(service.admin, idOf(entry))).toEqual([
          'changelog.created',
          'changelog.published',
          'changelog.feedback_linked',
          'changelog.updated',
        ]);
        expect(await eventsWith(editor, idOf(entry))).toEqual([]);
        expect(await eventsWith(editor, idOf(other))).toHaveLength(3);
        expect([(await service.admin.get(path)).status, (await editor.get(path)).status]).toEqual([200, 404]);
        expect((await editor.delete(path)).status).toBe(404);
      });

      it('is not exported, nor what belongs to it', async () => {
        const owner = await newMember(service, project, 'owner');
        const author = await newMember(service, project, 'editor');
        const secret = await expectSuccess(author.post(`${project}/changelogs`, { title: 'Of the author' }));
        const file = await upload(author);
        await expectSuccess(
          author.patch(`${project}/changelogs/${secret.body.id}`, { attachment_ids: [file] }),
        );
        await expectSuccess(author.put(`${project}/changelogs/${secret.body.id}/feedback/${idOf(shown)}`));
        await expectSuccess(service.admin.delete(`${project}/members/${author.userId}`));
        await hide([secret.body.id], owner.userId);
        const [whole, part] = [await exportedKinds(service.admin), await exportedKinds(owner)];
        const kinds = ['changelog', 'link', 'attachment', 'person', 'feedback'];
        const countsOf = ({ counts }: typeof whole) => kinds.map((kind) => counts[kind]);
        const [, , , people = 0] = countsOf(whole);
        expect(countsOf(whole)).toEqual([3, 3, 1, people, 2]);
        expect(countsOf(part)).toEqual([2, 2, 0, people - 1, 2]);
        for (const id of [secret.body.id, file, author.userId]) {
          expect(whole.text).toContain(id);
          expect(part.text).not.toContain(id);
        }
        expect(await exported(owner, '?format=csv&kind=changelog')).not.toContain('Of the author');
        expect(await exported(owner, '?format=csv&kind=person')).not.toContain(author.userId);
      });

      it('notifies nobody who cannot see it, and nobody who could keeps sight of it', async () => {
        const news = async (client: Client) => {
          const { body, headers } = await client.get('/me/notifications?count=true');
          expect(headers.get('x-unread-count')).toBe(String(body.length));
          return body.map(({ changelog }: any) => changelog?.title);
        };
        // One subscribes to the changelog, the other one to feedback.
        await expectSuccess(editor.put(`${project}/changelogs/subscribers/me`));
        for (const each of [entry, other]) {
          await expectSuccess(service.admin.patch(each, { published: false }));
          await expectSuccess(service.admin.patch(each, { published: true }));
        }
        await notify();
        expect((await news(editor)).includes('Secret entry')).toBe(false);
        expect((await news(editor)).includes('Plain entry')).toBe(true);
        expect(await detailsFor(editor)).not.toContain('Secret entry');
        expect(await news(member)).toContain('Secret entry');
        expect(await detailsFor(member)).toContain('Secret entry');
        await hide([idOf(entry)], member.userId);
        expect(await news(member)).not.toContain('Secret entry');
        expect(await detailsFor(member)).not.toContain('Secret entry');
        expect(await news(member)).toContain('Plain entry');
        // The notification was never stored.
        others.changelog = 'true';
        expect(await news(editor)).not.toContain('Secret entry');
        expect(await news(member)).toContain('Secret entry');
      });
    });

    describe('a comment that is hidden', () => {
      let comment: string;
      let reply: string;
      let other: string;

      const write = async (client: Client, values: object) =>
        `${shown}/comments/${(await expectSuccess(client.post(`${shown}/comments`, values))).body.id}`;

      beforeEach(async () => {
        comment = await write(member, { content: 'Secret comment' });
        reply = await write(member, { content: 'Secret reply', parent_id: idOf(comment) });
        other = await write(member, { content: 'Plain comment' });
        await hide([idOf(comment)], editor.userId);
      });

      it('is in no list and count, and neither are its replies', async () => {
        const contents = async (client: Client, path: string) =>
          (await walk(client, path)).map(({ content }) => content);
        for (const list of [`${shown}/comments?limit=1`, `${project}/comments?limit=1`]) {
          expect((await contents(member, list)).toSorted()).toEqual([
            'Plain comment',
            'Secret comment',
            'Secret reply',
          ]);
          expect(await contents(editor, list)).toEqual(['Plain comment']);
          expect(await contents(editor, `${list}&parent_id=${idOf(comment)}`)).toEqual([]);
          expect(await contents(editor, `${list}&include=attachments,by_team`)).toEqual(['Plain comment']);
        }
        const { headers } = await editor.get(`${project}/comments?count=true`);
        expect(headers.get('x-total-count')).toBe('1');
        // Stored counters stay.
        expect((await editor.get(shown)).body.comment_count).toBe(3);
        await hide([idOf(comment)], null);
        await expectSuccess(service.admin.patch(`${project}/settings`, { public_feedback: true }));
        const { body } = await service.send('GET', `/public/v1${shown}/comments`);
        expect(body.map(({ content }: any) => content)).toEqual(['Plain comment']);
      });

      it('does not exist for who reads, changes, deletes or answers it', async () => {
        for (const path of [comment, reply]) {
          const answers = [
            await editor.get(path),
            await editor.get(`${path}?include=by_team`),
            await editor.patch(path, { content: 'New' }),
            await editor.delete(path),
          ];
          expect(answers.map(outcome)).toEqual(answers.map(() => '404 comment_not_found'));
        }
        const answer = { content: 'An answer', parent_id: idOf(comment) };
        const { body } = await editor.post(`${shown}/comments`, answer);
        expect(body.errors).toMatchObject([{ pointer: '/parent_id', code: 'not_found' }]);
        expect(outcome(await editor.patch(other, { content: 'New' }))).toBe('200');
        // Who sees the comment deletes it with the replies that are hidden from them.
        await hide([idOf(reply)], member.userId);
        expect(outcome(await member.get(reply))).toBe('404 comment_not_found');
        expect(outcome(await member.delete(comment))).toBe('204');
        others = {};
        expect(outcome(await service.admin.get(reply))).toBe('404 comment_not_found');
      });

      it('is hidden by its columns as soon as they change', async () => {
        others.comment = "comment.kind <> 'internal' and comment.content <> 'New'";
        expect(outcome(await editor.get(reply))).toBe('200');
        await expectSuccess(member.patch(comment, { content: 'New' }));
        expect(outcome(await editor.get(reply))).toBe('404 comment_not_found');
        others.comment = 'null';
        expect(outcome(await member.get(other))).toBe('404 comment_not_found');
      });

      it('is not shown as a response, nor as what explains a change of the status', async () => {
        const status = { status: 'planned', status_comment: 'Secret reason' };
        await expectSuccess(service.admin.patch(shown, status));
        const first = await write(service.admin, { content: 'First response', kind: 'response' });
        const second = await write(service.admin, { content: 'Second response', kind: 'response' });
        const seen = async (client: Client) => {
          const { response, status_changes: changes } = (
            await client.get(`${shown}?include=response,status_changes`)
          ).body;
          const { body: list } = await client.get(`${shown}/status-changes`);
          expect(list.at(-1).comment_id).toBe(changes.at(-1).comment_id);
          return [response?.id, changes.at(-1).comment_id];
        };
        const [, reason] = await seen(member);
        expect(await seen(editor)).toEqual([idOf(second), reason]);
        await hide([idOf(second), reason as string], editor.userId);
        expect(await seen(editor)).toEqual([idOf(first), '']);
        expect(await seen(member)).toEqual([idOf(second), reason]);
      });

      it('is in neither events nor files', async () => {
        const file = await upload(editor);
        await expectSuccess(service.admin.patch(reply, { attachment_ids: [file] }));
        const response = await write(service.admin, { content: 'Secret response', kind: 'response' });
        await expectSuccess(service.admin.patch(shown, { title: 'New title' }));
        await hide([idOf(response)], editor.userId);
        const types = await eventsWith(service.admin, 'Secret');
        expect(types.filter((type) => type !== 'feedback.created')).toEqual([
          'comment.created',
          'comment.created',
          'comment.updated',
          'comment.created',
          'feedback.updated',
        ]);
        expect(await eventsWith(editor, 'Secret')).toEqual([]);
        expect(await eventsWith(editor, 'New title')).toEqual(['feedback.updated']);
        const path = `${project}/attachments/${file}`;
        expect([(await service.admin.get(path)).status, (await editor.get(path)).status]).toEqual([200, 404]);
      });

      it('is not exported, nor what belongs to it', async () => {
        const owner = await newMember(service, project, 'owner');
        const author = await newMember(service, project, 'contributor');
        const file = await upload(author);
        const secret = await write(author, { content: 'Secret', attachment_ids: [file] });
        const answer = await write(author, { content: 'Secret too', parent_id: idOf(secret) });
        const status = { status: 'planned', status_comment: 'Secret reason' };
        await expectSuccess(service.admin.patch(shown, status));
        const { comment_id: reason } = (await member.get(`${shown}/status-changes`)).body.at(-1);
        await expectSuccess(service.admin.put(`${shown}/subscribers/${author.userId}`));
        await hide([idOf(secret), reason], owner.userId);
        const [whole, part] = [await exportedKinds(service.admin), await exportedKinds(owner)];
        const kinds = ['comment', 'attachment', 'status_change', 'feedback'];
        expect(kinds.map((kind) => whole.counts[kind])).toEqual([6, 1, 1, 2]);
        expect(kinds.map((kind) => part.counts[kind])).toEqual([3, 0, 1, 2]);
        for (const id of [idOf(secret), idOf(answer), file, reason]) {
          expect(whole.text).toContain(id);
          expect(part.text).not.toContain(id);
        }
        expect(await exported(owner, '?format=csv&kind=comment')).not.toMatch(/Secret( too| reason|,)/);
      });

      it('notifies nobody who cannot see it, and nobody who could keeps sight of it', async () => {
        const typesFor = async (client: Client) => {
          const { body, headers } = await client.get('/me/notifications?count=true');
          expect(headers.get('x-unread-count')).toBe(String(body.length));
          return body.map(({ type }: any) => type);
        };
        const viewer = await newMember(service, project, 'viewer');
        for (const each of [editor, viewer])
          await expectSuccess(service.admin.put(`${shown}/subscribers/${each.userId}`));
        const first = await write(member, { content: 'A first comment' });
        const answer = await write(member, { content: 'An answer', parent_id: idOf(comment) });
        const status = { status: 'planned', status_comment: 'The reason' };
        await expectSuccess(service.admin.patch(shown, status));
        await notify();
        expect(await typesFor(editor)).toEqual(['feedback.status_changed', 'comment.created']);
        expect((await detailsFor(editor)).toSorted()).toEqual(['A first comment', 'The reason']);
        expect(await typesFor(viewer)).toHaveLength(3);
        const { comment_id: reason } = (await member.get(`${shown}/status-changes`)).body.at(-1);
        await hide([idOf(first), reason], editor.userId);
        expect(await typesFor(editor)).toEqual(['feedback.status_changed']);
        expect(await detailsFor(editor)).toEqual(['']);
        // The notification was never stored.
        others = {};
        expect(await typesFor(editor)).toHaveLength(2);
        expect((await detailsFor(viewer)).toSorted()).toEqual(['A first comment', 'An answer', 'The reason']);
        expect(outcome(await member.get(answer))).toBe('200');
      });
    });
  });
});
