import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeclaredField } from '../../src/platform/config/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { bodyOf, expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { comment, entry, feedback, person, portableFile } from '../support/portable-file.js';

describe('Declared fields of feedback', () => {
  const fields: DeclaredField[] = [
    { key: 'plan', type: 'choice', options: ['free', 'paid'] },
    { key: 'seats', type: 'number', setBy: 'editors', visibleTo: 'editors' },
  ];

  let older: TestApp;
  let service: TestApp;
  let existing: string;

  beforeAll(async () => {
    older = await startApp();
    existing = await newProject(older);
    service = await startApp({ fields, database: older.database, background: true });
  });

  afterAll(async () => {
    await service.close();
    await older.close();
  });

  /** Starts the service again, with other fields. */
  async function restart(changed: DeclaredField[]): Promise<void> {
    const started = await startApp({ fields: changed, database: older.database });
    await started.close();
  }

  const keysOf = async (project: string) =>
    (await service.admin.get(`${project}/fields`)).body.map(({ key }: { key: string }) => key);

  describe('Fields that a host declares', () => {
    it('are those of projects that exist, and of new ones', async () => {
      expect(await keysOf(existing)).toEqual(['plan', 'seats']);
      const project = await newProject(service);
      const { body } = await service.admin.get(`${project}/fields`);
      expect(body).toMatchObject([
        { key: 'plan', name: 'Plan', type: 'choice', options: ['free', 'paid'], position: 1 },
        {
          key: 'seats',
          name: 'Seats',
          type: 'number',
          set_by: 'editors',
          visible_to: 'editors',
          position: 2,
        },
      ]);
      const viewer = await newMember(service, project, 'viewer');
      expect((await viewer.get(`${project}/fields`)).body).toHaveLength(1);
    });

    it.each(['put', 'delete'] as const)('are not changed by %s', async (method) => {
      const path = `${existing}/fields/plan`;
      const answer =
        method === 'put' ? await service.admin.put(path, { name: 'Mine' }) : await service.admin.delete(path);
      expect([answer.status, answer.body.code]).toEqual([409, 'field_managed_elsewhere']);
      expect((await service.admin.get(path)).body.name).toBe('Plan');
      await expectSuccess(service.admin.put(`${existing}/fields/own`, { type: 'text' }));
      await expectSuccess(service.admin.delete(`${existing}/fields/own`));
    });

    it('have values in records, filters, ETags, events and CSV, as fields of a project', async () => {
      const project = await newProject(service);
      const submit = (plan: string) =>
        expectSuccess(service.admin.post(`${project}/feedback`, { title: plan, fields: { plan, seats: 5 } }));
      const { body: paid } = await submit('paid');
      await submit('free');
      const invalid = await service.admin.post(`${project}/feedback`, {
        title: 'x',
        fields: { plan: 'other' },
      });
      expect(invalid.body.errors).toMatchObject([{ pointer: '/fields/plan' }]);
      const path = `${project}/feedback/${paid.id}`;
      const read = await service.admin.get(`${path}?include=fields`);
      expect(read.body.fields).toEqual({ plan: 'paid', seats: 5 });
      const etag = read.headers.get('etag')!;
      const changed = await service.admin.patch(path, { fields: { seats: 6 } }, { 'if-match': etag });
      expect(changed.status).toBe(200);
      expect((await service.admin.patch(path, { fields: { seats: 7 } }, { 'if-match': etag })).status).toBe(
        412,
      );
      const titles = async (query: string) =>
        (await service.admin.get(`${project}/feedback?${query}`)).body.map(({ title }: any) => title);
      expect(await titles('field.plan=paid')).toEqual(['paid']);
      expect(await titles('field.seats=6')).toEqual(['paid']);
      expect(await titles('field.plan=free&sort=most_upvoted')).toEqual(['free']);
      const { text } = await service.admin.get(`${project}/export?format=csv&kind=feedback`);
      expect(text.split('\r\n')[0]).toContain('field.plan');
      expect(text).toContain('paid');
    });

    it('are exported, and an import into another project leaves their definition alone', async () => {
      const project = await newProject(service);
      const { text } = await service.admin.get(`${project}/export`);
      expect(text).toContain('"kind":"field","key":"plan"');
      const file = portableFile([
        {
          kind: 'field',
          key: 'plan',
          name: 'Theirs',
          type: 'text',
          options: [],
          required: false,
          set_by: 'editors',
          visible_to: 'editors',
          position: 9,
        },
        person('ada'),
        feedback('wish', { person: 'ada', fields: { plan: 'paid' } }),
      ]);
      expect((await importFile(service, project, file)).state).toBe('completed');
      expect((await service.admin.get(`${project}/fields/plan`)).body).toMatchObject({
        name: 'Plan',
        type: 'choice',
      });
      const [wish] = (await service.admin.get(`${project}/feedback?include=fields`)).body;
      expect(wish.fields).toEqual({ plan: 'paid' });
    });
  });

  describe('At a start', () => {
    beforeEach(async () => {
      await restart(fields);
    });

    afterEach(() => restart(fields));

    it('changed definitions apply to all projects; what has not changed stays as it is', async () => {
      const version = async () => (await service.admin.get(`${existing}/fields/seats`)).headers.get('etag');
      const before = await version();
      await restart([{ ...fields[0]!, name: 'Tariff', options: ['free', 'paid', 'enterprise'] }, fields[1]!]);
      expect((await older.admin.get(`${existing}/fields/plan`)).body).toMatchObject({
        name: 'Tariff',
        options: ['free', 'paid', 'enterprise'],
      });
      expect(await version()).toBe(before);
    });

    it('a field that is no longer declared becomes one of each project, and can be declared again', async () => {
      await restart([]);
      // Which `older` does not declare.
      expect(await older.admin.get(`${existing}/fields/plan`)).toMatchObject({ status: 200 });
      await restart(fields);
      const { status } = await older.admin.put(`${existing}/fields/plan`, { name: 'Own' });
      expect(status).toBe(200);
      await expect(restart(fields)).rejects.toThrow(
        `The option fields declares plan, but the project ${existing.split('/').at(-1)} has a field of its own with this key.`,
      );
      await expectSuccess(older.admin.delete(`${existing}/fields/plan`));
    });

    it('the type of a declared field cannot change', async () => {
      await expect(restart([{ key: 'seats', type: 'text' }])).rejects.toThrow(
        'The type of a declared field cannot change: fields has another one for seats than number. Declare another key.',
      );
    });
  });
});

describe('Declared fields of entries and comments', () => {
  const changelogFields: DeclaredField[] = [
    { key: 'audience', type: 'choice', options: ['staff', 'customers'], required: true },
    { key: 'effort', type: 'number' },
    { key: 'areas', type: 'choices', options: ['api', 'app'] },
    { key: 'codename', visibleTo: 'editors' },
  ];

  const commentFields: DeclaredField[] = [
    { key: 'mood', type: 'choice', options: ['good', 'bad'], required: true },
    { key: 'triaged', type: 'boolean', setBy: 'editors' },
    { key: 'note', visibleTo: 'editors' },
  ];

  let service: TestApp;
  let owner: Client;
  let project: string;

  beforeAll(async () => {
    service = await startApp({ changelogFields, commentFields, background: true });
    owner = service.admin;
  });

  beforeEach(async () => {
    project = await newProject(service);
  });

  afterAll(() => service.close());

  const faults = ({ status, body }: Answer) => [
    status,
    ...(body.errors ?? []).map(({ pointer, parameter, code }: any) => `${pointer ?? parameter} ${code}`),
  ];

  /** Returns the values in the events of a record, and the former ones. */
  async function eventsOf(id: string): Promise<unknown[]> {
    return service.query(
      `select type, data -> 'fields' as fields, previous -> 'fields' as previous from events
     where data ->> 'id' = $1 order by id`,
      [id],
    );
  }

  describe('Fields of changelog entries', () => {
    const write = (fields: object, values: object = {}) =>
      bodyOf(owner.post(`${project}/changelogs?include=fields`, { title: 'News', fields, ...values }));
    const titles = async (query: string) =>
      (await bodyOf(owner.get(`${project}/changelogs?${query}`))).map(({ title }: any) => title);

    it('have values in records, ETags and events, and are not fields of the project', async () => {
      const { id, fields } = await write({ audience: 'staff', codename: 'Zeus' });
      expect(fields).toEqual({ audience: 'staff', codename: 'Zeus' });
      const path = `${project}/changelogs/${id}`;
      const { headers } = await owner.get(path);
      const etag = { 'if-match': headers.get('etag')! };
      const change = { fields: { audience: null, effort: 2 } };
      expect((await bodyOf(owner.patch(`${path}?include=fields`, change, etag))).fields).toEqual({
        codename: 'Zeus',
        effort: 2,
      });
      expect((await owner.patch(path, change, etag)).status).toBe(412);
      expect((await owner.get(path)).body).not.toHaveProperty('fields');
      expect(await eventsOf(id)).toEqual([
        { type: 'changelog.created', fields: { audience: 'staff', codename: 'Zeus' }, previous: null },
        {
          type: 'changelog.updated',
          fields: { codename: 'Zeus', effort: 2 },
          previous: { audience: 'staff', codename: 'Zeus' },
        },
      ]);
      expect((await owner.get(`${project}/fields`)).body).toEqual([]);
    });

    it('are visible to everyone or to editors, and not public', async () => {
      const { id } = await write({ audience: 'staff', codename: 'Zeus' }, { published: true });
      const viewer = await newMember(service, project, 'viewer');
      for (const path of [`${project}/changelogs/${id}`, `${project}/changelogs`]) {
        const [found] = [await bodyOf(viewer.get(`${path}?include=fields`))].flat();
        expect(found.fields).toEqual({ audience: 'staff' });
      }
      const hidden = await viewer.get(`${project}/changelogs?field.codename=Zeus`);
      expect(faults(hidden)).toEqual([400, 'field.codename unknown_field']);
      await expectSuccess(owner.patch(`${project}/settings`, { public_changelog: true }));
      const read = await service.send('GET', `/public/v1${project}/changelogs?include=fields`);
      expect([read.status, read.body.errors]).toMatchObject([400, [{ code: 'unknown_include' }]]);
    });

    it.each([
      [{ audience: 'nobody' }, '/fields/audience invalid_choice'],
      [{ effort: 'much' }, '/fields/effort invalid_type'],
      [{ areas: ['api', 'api'] }, '/fields/areas repeated'],
      [{ other: 1 }, '/fields/other unknown_field'],
    ])('refuse %j', async (fields, fault) => {
      expect(faults(await owner.post(`${project}/changelogs`, { title: 'News', fields }))).toEqual([
        400,
        fault,
      ]);
      const both = await owner.post(`${project}/changelogs`, { title: '', fields });
      expect(faults(both)).toEqual([400, '/title blank', fault]);
    });

    it('filter and sort lists', async () => {
      await write({ audience: 'customers', effort: 3, areas: ['api', 'app'], codename: 'b' }, { title: 'A' });
      await write({ audience: 'staff', effort: -1, areas: ['api'], codename: 'C' }, { title: 'B' });
      await write({ audience: 'staff', effort: 20, codename: 'a' }, { title: 'C' });
      await write({}, { title: 'D' });
      expect(await titles('field.audience=staff&sort=field.effort')).toEqual(['B', 'C']);
      expect(await titles('field.audience=customers')).toEqual(['A']);
      expect((await titles('field.audience=customers&field.audience=staff')).sort()).toEqual(['A', 'B', 'C']);
      expect((await titles('field.areas=api')).sort()).toEqual(['A', 'B']);
      expect(await titles('field.areas=app&field.effort=3')).toEqual(['A']);
      expect(await titles('sort=field.effort')).toEqual(['B', 'A', 'C', 'D']);
      expect(await titles('sort=field.effort.desc')).toEqual(['C', 'A', 'B', 'D']);
      expect(await titles('sort=field.codename')).toEqual(['C', 'A', 'B', 'D']);
      expect(await titles('sort=field.audience')).toEqual(['C', 'B', 'A', 'D']);
      expect(await titles('sort=field.audience.desc&q=A')).toEqual(['A']);
      const first = await owner.get(`${project}/changelogs?sort=field.effort&limit=2&count=true`);
      expect(first.body.map(({ title }: any) => title)).toEqual(['B', 'A']);
      const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1]!.replace(/^.*\/v1/, '');
      expect((await owner.get(next)).body.map(({ title }: any) => title)).toEqual(['C', 'D']);
      expect(faults(await owner.get(`${project}/changelogs?sort=field.areas`))).toEqual([
        400,
        'sort not_sortable',
      ]);
      expect(faults(await owner.get(`${project}/changelogs?sort=field.none`))).toEqual([
        400,
        'sort unknown_field',
      ]);
    });
  });

  describe('Fields of comments', () => {
    let comments: string;

    beforeEach(async () => {
      comments = `${await newFeedback(owner, project)}/comments`;
    });

    it('are required of contributors, who set theirs', async () => {
      const contributor = await newMember(service, project, 'contributor');
      const write = (fields?: object) => contributor.post(comments, { content: 'Yes', fields });
      expect(faults(await write())).toEqual([400, '/fields/mood required']);
      expect(faults(await write({ mood: 'so-so' }))).toEqual([400, '/fields/mood invalid_choice']);
      expect(faults(await write({ mood: 'good', triaged: true }))).toEqual([
        403,
        '/fields/triaged insufficient_role',
      ]);
      expect(faults(await write({ mood: 'good', note: 'x' }))).toEqual([400, '/fields/note unknown_field']);
      const { id } = await bodyOf(write({ mood: 'good' }));
      const path = `${comments}/${id}`;
      await expectSuccess(owner.patch(path, { fields: { triaged: true, note: 'Call them' } }));
      const seen = await bodyOf(contributor.get(`${path}?include=fields`));
      expect(seen.fields).toEqual({ mood: 'good', triaged: true });
      await expectSuccess(contributor.patch(path, { ...seen, fields: { ...seen.fields, mood: 'bad' } }));
      expect(faults(await contributor.patch(path, { fields: { mood: null } }))).toEqual([
        400,
        '/fields/mood required',
      ]);
      const all = { mood: 'bad', triaged: true, note: 'Call them' };
      for (const list of [comments, `${project}/comments`]) {
        expect((await bodyOf(owner.get(`${list}?include=fields`)))[0].fields).toEqual(all);
        const [found] = await bodyOf(contributor.get(`${list}?include=fields`));
        expect(found.fields).toEqual({ mood: 'bad', triaged: true });
      }
      expect((await eventsOf(id)).at(-1)).toEqual({
        type: 'comment.updated',
        fields: all,
        previous: { ...all, mood: 'good' },
      });
      await expectSuccess(owner.post(comments, { content: 'Of an editor' }));
    });

    it('change the version and the time of the last update', async () => {
      const { id } = await bodyOf(owner.post(comments, { content: 'Yes' }));
      const path = `${comments}/${id}`;
      const before = await owner.get(path);
      await expectSuccess(owner.patch(path, { fields: {} }));
      expect((await owner.get(path)).headers.get('etag')).toBe(before.headers.get('etag'));
      await expectSuccess(owner.patch(path, { fields: { note: 'x' } }));
      expect((await owner.get(path)).headers.get('etag')).not.toBe(before.headers.get('etag'));
    });
  });

  describe('Values of a field that is not declared', () => {
    it('are in exports, but not in records', async () => {
      const feedback = await newFeedback(owner, project);
      const { id } = await bodyOf(
        owner.post(`${feedback}/comments`, { content: 'Yes', fields: { mood: 'bad', note: 'x' } }),
      );
      const other = await startApp({ commentFields: [{ key: 'mood' }], database: service.database });
      const { body } = await other.admin.get(`${feedback}/comments/${id}?include=fields`);
      expect(body.fields).toEqual({ mood: 'bad' });
      await expectSuccess(other.admin.patch(`${feedback}/comments/${id}`, { fields: { mood: 'fine' } }));
      const { text } = await other.admin.get(`${project}/export`);
      const records = text
        .trimEnd()
        .split('\n')
        .map((line): any => JSON.parse(line));
      const exported = records.find(({ kind }) => kind === 'comment');
      expect(exported.fields).toEqual({ mood: 'fine', note: 'x' });
      await other.close();
    });
  });

  describe('An import', () => {
    it.each(['', 'notify=true'])('stores the values that fit, and reports the others (%s)', async (query) => {
      const file = (values: object, mood: string, complete: boolean) =>
        portableFile(
          [
            person('ada'),
            feedback('f1', { person: 'ada' }),
            comment('c1', 'f1', { person: 'ada', fields: { mood, other: 1 } }),
            entry('e1', { person: 'ada', fields: values }),
          ],
          'canny',
          complete,
        );
      const stored = async () => {
        const [{ id }] = await bodyOf(owner.get(`${project}/feedback`));
        const [found] = await bodyOf(owner.get(`${project}/feedback/${id}/comments?include=fields`));
        const [news] = await bodyOf(owner.get(`${project}/changelogs?include=fields`));
        return [found.fields, news.fields];
      };
      const bring = async (...given: Parameters<typeof file>) => {
        const done = await importFile(service, `${project}`, file(...given), query);
        expect(done).toMatchObject({ state: 'completed', progress: { failed: 0 } });
      };
      await bring({ audience: 'staff', effort: 'much' }, 'good', false);
      expect(await stored()).toEqual([{ mood: 'good' }, { audience: 'staff' }]);
      await bring({ effort: 2 }, 'bad', false);
      expect(await stored()).toEqual([{ mood: 'bad' }, { audience: 'staff', effort: 2 }]);
      await bring({ effort: 3 }, 'bad', true);
      expect(await stored()).toEqual([{ mood: 'bad' }, { effort: 3 }]);
    });

    it('restores what was exported', async () => {
      const feedback = await newFeedback(owner, project);
      await bodyOf(owner.post(`${feedback}/comments`, { content: 'Yes', fields: { note: 'x' } }));
      await bodyOf(owner.post(`${project}/changelogs`, { title: 'News', fields: { codename: 'Zeus' } }));
      const { text } = await owner.get(`${project}/export`);
      const copy = await newProject(service);
      expect((await importFile(service, copy, text)).state).toBe('completed');
      const [{ id }] = await bodyOf(owner.get(`${copy}/feedback`));
      expect(id).not.toBe(idOf(feedback));
      const [found] = await bodyOf(owner.get(`${copy}/comments?include=fields`));
      const [news] = await bodyOf(owner.get(`${copy}/changelogs?include=fields`));
      expect([found.fields, news.fields]).toEqual([{ note: 'x' }, { codename: 'Zeus' }]);
    });
  });
});
