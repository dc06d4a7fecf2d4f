import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeclaredField } from '../../src/platform/config/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { comment, entry, feedback as wish, person, portableFile } from '../support/portable-file.js';

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

const created = async (answer: Promise<Answer>): Promise<any> => (await expectSuccess(answer)).body;

const faults = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ pointer, parameter, code }: any) => `${pointer ?? parameter} ${code}`),
];

/** Returns the values in the events of a record, and the former ones. */
async function eventsOf(id: string): Promise<unknown[]> {
  return service.database.database.dataSource.query(
    `select type, data -> 'fields' as fields, previous -> 'fields' as previous from events
     where data ->> 'id' = $1 order by id`,
    [id],
  );
}

describe('Fields of changelog entries', () => {
  const write = (fields: object, values: object = {}) =>
    created(owner.post(`${project}/changelogs?include=fields`, { title: 'News', fields, ...values }));
  const titles = async (query: string) =>
    (await created(owner.get(`${project}/changelogs?${query}`))).map(({ title }: any) => title);

  it('have values in records, ETags and events, and are not fields of the project', async () => {
    const { id, fields } = await write({ audience: 'staff', codename: 'Zeus' });
    expect(fields).toEqual({ audience: 'staff', codename: 'Zeus' });
    const path = `${project}/changelogs/${id}`;
    const { headers } = await owner.get(path);
    const etag = { 'if-match': headers.get('etag')! };
    const change = { fields: { audience: null, effort: 2 } };
    expect((await created(owner.patch(`${path}?include=fields`, change, etag))).fields).toEqual({
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
      const [found] = [await created(viewer.get(`${path}?include=fields`))].flat();
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
    const { id } = await created(write({ mood: 'good' }));
    const path = `${comments}/${id}`;
    await expectSuccess(owner.patch(path, { fields: { triaged: true, note: 'Call them' } }));
    const seen = await created(contributor.get(`${path}?include=fields`));
    expect(seen.fields).toEqual({ mood: 'good', triaged: true });
    await expectSuccess(contributor.patch(path, { ...seen, fields: { ...seen.fields, mood: 'bad' } }));
    expect(faults(await contributor.patch(path, { fields: { mood: null } }))).toEqual([
      400,
      '/fields/mood required',
    ]);
    const all = { mood: 'bad', triaged: true, note: 'Call them' };
    for (const list of [comments, `${project}/comments`]) {
      expect((await created(owner.get(`${list}?include=fields`)))[0].fields).toEqual(all);
      const [found] = await created(contributor.get(`${list}?include=fields`));
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
    const { id } = await created(owner.post(comments, { content: 'Yes' }));
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
    const { id } = await created(
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
          wish('f1', { person: 'ada' }),
          comment('c1', 'f1', { person: 'ada', fields: { mood, other: 1 } }),
          entry('e1', { person: 'ada', fields: values }),
        ],
        'canny',
        complete,
      );
    const stored = async () => {
      const [{ id }] = await created(owner.get(`${project}/feedback`));
      const [found] = await created(owner.get(`${project}/feedback/${id}/comments?include=fields`));
      const [news] = await created(owner.get(`${project}/changelogs?include=fields`));
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
    await created(owner.post(`${feedback}/comments`, { content: 'Yes', fields: { note: 'x' } }));
    await created(owner.post(`${project}/changelogs`, { title: 'News', fields: { codename: 'Zeus' } }));
    const { text } = await owner.get(`${project}/export`);
    const copy = await newProject(service);
    expect((await importFile(service, copy, text)).state).toBe('completed');
    const [{ id }] = await created(owner.get(`${copy}/feedback`));
    expect(id).not.toBe(idOf(feedback));
    const [found] = await created(owner.get(`${copy}/comments?include=fields`));
    const [news] = await created(owner.get(`${copy}/changelogs?include=fields`));
    expect([found.fields, news.fields]).toEqual([{ note: 'x' }, { codename: 'Zeus' }]);
  });
});
