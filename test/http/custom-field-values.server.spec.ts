import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { importFile } from '../support/import-file.js';
import { type Role, unique } from '../support/operations.js';
import { feedback, portableFile } from '../support/portable-file.js';

let service: TestApp;
let slug: string;
let project: string;

beforeAll(async () => {
  service = await startApp({ background: true });
});

afterAll(() => service.close());

beforeEach(async () => {
  slug = unique('fields');
  project = `/projects/${slug}`;
  await service.admin.post('/projects', { name: 'Fields', slug });
});

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const errorsOf = ({ body }: Answer) =>
  (body.errors as { pointer?: string; parameter?: string; code: string }[])
    .map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`)
    .sort();

async function define(key: string, values: object = {}): Promise<void> {
  const { status, text } = await service.admin.put(`${project}/fields/${key}`, values);
  if (status > 201) throw new Error(text);
}

async function submit(values: object = {}, client: Client = service.admin): Promise<string> {
  const { status, body, text } = await client.post(`${project}/feedback`, { title: 'Wish', ...values });
  if (status !== 201) throw new Error(text);
  return body.id as string;
}

async function member(role: Role): Promise<Client & { userId: string }> {
  const client = await service.userClient(`${unique(role)}@example.com`);
  await service.admin.put(`${project}/members/${client.userId}`, { role });
  return client;
}

const fieldsOf = async (id: string, client: Client = service.admin) =>
  (await client.get(`${project}/feedback/${id}?include=fields`)).body.fields as object;
const compact = (json: string) => json.replaceAll('": ', '":');
const keysOf = ({ body }: Answer) => body.map(({ key }: { key: string }) => key) as string[];
const eventsOf = (type: string) =>
  service.database.database.dataSource.query<{ data: any; previous: any }[]>(
    `select e.data, e.previous from events e join projects p on p.id = e.project_id
     where p.slug = $1 and e.type = $2 order by e.id`,
    [slug, type],
  );

describe('The fields of a project', () => {
  const platform = {
    name: 'Platform',
    type: 'choice',
    options: ['iOS', 'Android'],
    required: true,
    set_by: 'editors',
    visible_to: 'everyone',
    position: 3,
  };

  it('are defined and changed by owners, with events', async () => {
    const created = await service.admin.put(`${project}/fields/platform`, platform);
    expect([created.status, created.body]).toEqual([201, { key: 'platform', ...platform }]);
    const read = await service.admin.get(`${project}/fields/platform`);
    expect([read.status, read.body]).toEqual([200, { key: 'platform', ...platform }]);
    const etag = { 'if-match': read.headers.get('etag')! };
    const changed = await service.admin.put(`${project}/fields/platform`, { required: false }, etag);
    expect([changed.status, changed.body.required, changed.body.name]).toEqual([200, false, 'Platform']);
    const stale = await service.admin.put(`${project}/fields/platform`, { name: 'Late' }, etag);
    expect(outcome(stale)).toBe('412 precondition_failed');
    await define('platform', { required: false });
    expect((await eventsOf('field.created')).map(({ data }) => data)).toEqual([
      { key: 'platform', ...platform },
    ]);
    expect((await eventsOf('field.updated')).map(({ previous }) => previous)).toEqual([{ required: true }]);
    const editor = await member('editor');
    expect(outcome(await editor.put(`${project}/fields/platform`, {}))).toBe('403 insufficient_role');
    expect(outcome(await editor.delete(`${project}/fields/platform`))).toBe('403 insufficient_role');
  });

  it('are listed in their order, for those who can see them', async () => {
    await define('second', { position: 2 });
    await define('cost', { position: 3, visible_to: 'editors' });
    await define('first', { position: 1 });
    const all = ['first', 'second', 'cost'];
    expect(keysOf(await service.admin.get(`${project}/fields`))).toEqual(all);
    expect(keysOf(await (await member('editor')).get(`${project}/fields`))).toEqual(all);
    const contributor = await member('contributor');
    expect(keysOf(await contributor.get(`${project}/fields`))).toEqual(['first', 'second']);
    expect(outcome(await contributor.get(`${project}/fields/cost`))).toBe('404 field_not_found');
    expect(outcome(await contributor.get(`${project}/fields/first`))).toBe('200');
    expect(outcome(await contributor.get(`${project}/fields/${encodeURIComponent('\0')}`))).toBe(
      '404 field_not_found',
    );
  });

  it('have valid keys, and options that fit the type', async () => {
    for (const [key, code] of [
      ['Platform', 'invalid_field_key'],
      ['a-b', 'invalid_field_key'],
      ['__proto__', 'reserved_key'],
    ]) {
      expect(errorsOf(await service.admin.put(`${project}/fields/${key}`, {}))).toEqual([`fieldKey ${code}`]);
    }
    const put = (values: object) => service.admin.put(`${project}/fields/platform`, values);
    expect(errorsOf(await put({ type: 'choice' }))).toEqual(['/options required']);
    expect(errorsOf(await put({ type: 'text', options: ['iOS'] }))).toEqual(['/options not_taken']);
    expect(errorsOf(await put({ type: 'choices', options: ['iOS', 'iOS'] }))).toEqual(['/options repeated']);
    expect(errorsOf(await put({ type: 'choice', options: ['iOS', ''] }))).toEqual(['/options/1 blank']);
    expect(errorsOf(await put({ type: 'json', required: 'yes' }))).toEqual([
      '/required invalid_type',
      '/type invalid_choice',
    ]);
  });

  it('are at most 30', async () => {
    for (let number = 1; number <= 30; number++) await define(`field_${number}`);
    const refused = await service.admin.put(`${project}/fields/another`, {});
    expect(outcome(refused)).toBe('409 too_many_fields');
    await define('field_30', { name: 'Last' });
  });

  it('keep their type and options while feedback has values of them', async () => {
    await define('platform', { type: 'choices', options: ['iOS', 'Android', 'Web'] });
    const id = await submit({ fields: { platform: ['iOS', 'Web'] } });
    const put = (values: object) => service.admin.put(`${project}/fields/platform`, values);
    const retyped = await put({ type: 'text', options: [] });
    expect([outcome(retyped), errorsOf(retyped)]).toEqual(['409 field_in_use', ['/type field_in_use']]);
    expect(errorsOf(await put({ options: ['Android', 'Web'] }))).toEqual(['/options field_in_use']);
    expect((await put({ options: ['Web', 'iOS', 'Windows'] })).body.options).toEqual([
      'Web',
      'iOS',
      'Windows',
    ]);
    await service.admin.patch(`${project}/feedback/${id}`, { fields: { platform: null } });
    expect((await put({ type: 'text' })).body).toMatchObject({ type: 'text', options: [] });
  });

  it('are deleted with their values', async () => {
    await define('team');
    await define('effort', { type: 'number' });
    const ids: string[] = [];
    for (let number = 0; number < 3; number++)
      ids.push(await submit({ fields: { team: 'core', effort: number } }));
    await service.admin.post(`${project}/feedback/${ids[1]}/merge`, { into: ids[0] });
    expect(outcome(await service.admin.delete(`${project}/fields/team`))).toBe('204');
    expect(await fieldsOf(ids[2]!)).toEqual({ effort: 2 });
    expect(outcome(await service.admin.get(`${project}/fields/team`))).toBe('404 field_not_found');
    const updates = await eventsOf('feedback.updated');
    expect(updates.map(({ previous }) => previous.fields)).toEqual(
      expect.arrayContaining([0, 1, 2].map((effort) => ({ team: 'core', effort }))),
    );
    expect(await eventsOf('field.deleted')).toHaveLength(1);
    expect(outcome(await service.admin.delete(`${project}/fields/team`))).toBe('404 field_not_found');
    await service.admin.delete(`${project}/feedback/${ids[1]}/merge`);
    expect(await fieldsOf(ids[1]!)).toEqual({ effort: 1 });
  });
});

describe('The values of feedback', () => {
  beforeEach(async () => {
    await define('note');
    await define('effort', { type: 'number' });
    await define('paying', { type: 'boolean' });
    await define('due', { type: 'date' });
    await define('ticket', { type: 'url' });
    await define('platform', { type: 'choice', options: ['iOS', 'Android'] });
    await define('teams', { type: 'choices', options: ['Core', 'Mobile', 'Web'] });
  });

  const values = {
    note: 'Ask Ada',
    effort: 2.5,
    paying: true,
    due: '2026-12-24',
    ticket: 'https://tickets.example.com/1',
    platform: 'iOS',
    teams: ['Web', 'Core'],
  };

  it('are set, merged by key and removed by null', async () => {
    const created = await service.admin.post(`${project}/feedback?include=fields`, {
      title: 'Dark mode',
      fields: values,
    });
    expect([created.status, created.body.fields]).toEqual([201, values]);
    const path = `${project}/feedback/${created.body.id}`;
    expect((await service.admin.get(path)).body.fields).toBeUndefined();
    const changed = await service.admin.patch(`${path}?include=fields,updated_at`, {
      fields: { effort: 3, note: null },
    });
    const { note: _, ...others } = values;
    expect(changed.body.fields).toEqual({ ...others, effort: 3 });
    expect(changed.body.updated_at > created.body.created_at).toBe(true);
    const unchanged = await service.admin.patch(path, { fields: { effort: 3, note: null } });
    expect(unchanged.headers.get('etag')).toBe((await service.admin.get(path)).headers.get('etag'));
    expect((await eventsOf('feedback.created')).map(({ data }) => data.fields)).toEqual([values]);
    expect((await eventsOf('feedback.updated')).map(({ data, previous }) => [data.fields, previous])).toEqual(
      [[{ ...others, effort: 3 }, { fields: values }]],
    );
  });

  it('change the ETag of a record that includes them', async () => {
    const path = `${project}/feedback/${await submit()}?include=fields`;
    const etag = (await service.admin.get(path)).headers.get('etag')!;
    expect((await service.admin.get(path, { 'if-none-match': etag })).status).toBe(304);
    await service.admin.patch(path, { fields: { note: 'New' } });
    expect((await service.admin.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('are checked, all at once and by their keys', async () => {
    const refused = await service.admin.post(`${project}/feedback`, {
      title: '',
      fields: {
        note: ' ',
        effort: '3',
        paying: 1,
        due: '2026-02-30',
        ticket: 'javascript:alert(1)',
        platform: 'Windows',
        teams: [],
        'a/b': 1,
      },
    });
    const errors = [
      '/fields/a~1b unknown_field',
      '/fields/due invalid_date',
      '/fields/effort invalid_type',
      '/fields/note blank',
      '/fields/paying invalid_type',
      '/fields/platform invalid_choice',
      '/fields/teams invalid_type',
      '/fields/ticket invalid_url',
    ];
    expect(errorsOf(refused)).toEqual([...errors, '/title blank']);
    const path = `${project}/feedback/${await submit({ fields: values })}`;
    const more = { teams: ['Web', 'Web'], effort: 1e16, constructor: 'x', note: 'x'.repeat(2_001) };
    expect(errorsOf(await service.admin.patch(path, { title: 'New', fields: more }))).toEqual([
      '/fields/constructor unknown_field',
      '/fields/effort out_of_range',
      '/fields/note too_long',
      '/fields/teams repeated',
    ]);
    expect(errorsOf(await service.admin.patch(path, { fields: ['note'] }))).toEqual(['/fields invalid_type']);
    expect(errorsOf(await service.admin.patch(path, { fields: null }))).toEqual(['/fields invalid_type']);
    expect((await service.admin.get(`${path}?include=fields`)).body).toMatchObject({
      title: 'Wish',
      fields: values,
    });
  });

  it('have at most 8 kB together', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await define(key);
    const text = 'ä'.repeat(2_000);
    const id = await submit({ fields: { a: text } });
    const path = `${project}/feedback/${id}`;
    expect(outcome(await service.admin.patch(path, { fields: { b: text } }))).toBe('200');
    expect(errorsOf(await service.admin.patch(path, { fields: { c: 'x'.repeat(200) } }))).toEqual([
      '/fields too_large',
    ]);
  });

  it('are changed in bulk', async () => {
    const ids = [await submit(), await submit({ fields: { effort: 1, note: 'Old' } })];
    const set = { fields: { effort: 5, note: null } };
    const changed = await service.admin.post(`${project}/feedback/bulk?include=fields`, { ids, set });
    expect(changed.body.map(({ fields }: { fields: object }) => fields)).toEqual([
      { effort: 5 },
      { effort: 5 },
    ]);
    const refused = await service.admin.post(`${project}/feedback/bulk`, {
      ids,
      set: { fields: { due: 'soon' } },
    });
    expect(errorsOf(refused)).toEqual(['/set/fields/due invalid_date']);
  });

  it('disappear with the project', async () => {
    await submit({ fields: values });
    expect(outcome(await service.admin.delete(project))).toBe('204');
  });
});

describe('A contributor', () => {
  let contributor: Client & { userId: string };

  beforeEach(async () => {
    await define('platform', { type: 'choice', options: ['iOS', 'Android'], required: true });
    await define('effort', { type: 'number', set_by: 'editors', required: true });
    await define('cost', { type: 'number', visible_to: 'editors', required: true });
    contributor = await member('contributor');
  });

  it('must set what is required, and cannot remove it', async () => {
    const refused = await contributor.post(`${project}/feedback`, { title: 'Wish' });
    expect([refused.status, errorsOf(refused)]).toEqual([400, ['/fields/platform required']]);
    const id = await submit({ fields: { platform: 'iOS' } }, contributor);
    const path = `${project}/feedback/${id}`;
    expect(errorsOf(await contributor.patch(path, { fields: { platform: null } }))).toEqual([
      '/fields/platform required',
    ]);
    expect(
      outcome(await contributor.patch(path, { title: 'Another', fields: { platform: 'Android' } })),
    ).toBe('200');
    expect(outcome(await contributor.patch(path, { title: 'A third' }))).toBe('200');
  });

  it('changes no values that only editors set', async () => {
    const id = await submit({ fields: { platform: 'iOS' } }, contributor);
    const path = `${project}/feedback/${id}`;
    await service.admin.patch(path, { fields: { effort: 3, cost: 100 } });
    const own = await contributor.get(`${path}?include=fields`);
    expect(own.body.fields).toEqual({ platform: 'iOS', effort: 3 });
    // What is sent back unchanged needs no right.
    expect(outcome(await contributor.patch(path, { fields: own.body.fields }))).toBe('200');
    expect(outcome(await contributor.patch(path, { fields: { effort: 4 } }))).toBe('403 insufficient_role');
    expect(errorsOf(await contributor.patch(path, { fields: { cost: 1 } }))).toEqual([
      '/fields/cost unknown_field',
    ]);
    expect(await fieldsOf(id)).toEqual({ platform: 'iOS', effort: 3, cost: 100 });
  });

  it('sees no values that only editors see, in lists, searches and the roadmap', async () => {
    const id = await submit({
      fields: { platform: 'iOS', cost: 100 },
      status: 'planned',
      title: 'Secret costs',
    });
    const paths = [
      `feedback?include=fields`,
      `feedback?include=fields&q=secret`,
      `feedback?include=fields&field.platform=iOS`,
      `feedback/similar?title=Secret&include=fields`,
      `feedback/${id}?include=fields`,
      `roadmap?include=fields`,
    ];
    for (const path of paths) {
      const { status, text } = await contributor.get(`${project}/${path}`);
      expect([path, status, compact(text).includes('"fields":{"platform":"iOS"}')]).toEqual([
        path,
        200,
        true,
      ]);
      expect(compact((await service.admin.get(`${project}/${path}`)).text)).toContain('"cost":100');
    }
    expect(errorsOf(await contributor.get(`${project}/feedback?field.cost=100`))).toEqual([
      'field.cost unknown_field',
    ]);
    await service.admin.patch(`${project}/settings`, { public_feedback: true });
    const read = (query: string) => service.send('GET', `/public/v1/projects/${slug}/feedback?${query}`);
    expect((await read('field.platform=iOS')).body).toHaveLength(1);
    expect((await read('field.platform=Android')).body).toHaveLength(0);
    expect(errorsOf(await read('field.cost=100'))).toEqual(['field.cost unknown_field']);
    expect(errorsOf(await read('field.cost.min=1'))).toEqual(['field.cost.min unknown_field']);
  });
});

describe('The filters by fields', () => {
  const titles = ({ body }: Answer) => body.map(({ title }: { title: string }) => title).join('');
  const list = (query: string) => service.admin.get(`${project}/feedback?${query}`);

  beforeEach(async () => {
    await define('note');
    await define('effort', { type: 'number' });
    await define('paying', { type: 'boolean' });
    await define('due', { type: 'date' });
    await define('teams', { type: 'choices', options: ['Core', 'Mobile', 'Web'] });
    const long = 'x'.repeat(300);
    await submit({ title: 'A', fields: { effort: 1, teams: ['Core'], due: '2026-01-31', note: `${long}a` } });
    await submit({
      title: 'B',
      fields: { effort: 2.5, teams: ['Core', 'Web'], paying: true, note: `${long}b` },
    });
    await submit({
      title: 'C',
      fields: { effort: 10, teams: ['Web'], due: '2026-02-01' },
      status: 'planned',
    });
    await submit({ title: 'D', fields: { effort: -3, paying: false, note: 'Short' } });
    await submit({ title: 'E' });
  });

  it.each([
    ['field.effort=2.5', 'B'],
    ['field.effort=2.50', 'B'],
    ['field.effort=25e-1', 'B'],
    ['field.effort.min=1E%2B1', 'C'],
    ['field.effort.max=1e-7', 'D'],
    ['field.effort=1&field.effort=10', 'CA'],
    ['field.effort.min=2', 'CB'],
    ['field.effort.max=1', 'DA'],
    ['field.effort.min=1&field.effort.max=2.5', 'BA'],
    ['field.effort.min=-3&sort=oldest', 'ABCD'],
    ['field.teams=Core', 'BA'],
    ['field.teams=Core&field.teams=Web', 'CBA'],
    ['field.teams=Web&field.effort.max=5', 'B'],
    ['field.teams=Web&status=planned', 'C'],
    ['field.teams=Mobile', ''],
    ['field.paying=true', 'B'],
    ['field.paying=false', 'D'],
    ['field.due=2026-01-31', 'A'],
    ['field.due.min=2026-01-31&field.due.max=2026-01-31', 'A'],
    ['field.due.min=2026-02-01', 'C'],
    ['field.note=Short', 'D'],
    [`field.note=${'x'.repeat(300)}b`, 'B'],
    ['field.teams=Core&sort=most_upvoted', 'BA'],
    ['field.teams=Core&q=B', 'B'],
    ['field.effort.min=1&q=B&sort=relevance', 'B'],
  ])('%s finds %s', async (query, expected) => {
    const found = await list(`${query}&count=true`);
    expect([titles(found), found.headers.get('x-total-count')]).toEqual([expected, String(expected.length)]);
  });

  it.each([
    ['field.missing=1', 'field.missing unknown_field'],
    ['field.note.min=1', 'field.note.min no_range'],
    ['field.effort=many', 'field.effort invalid_type'],
    ['field.effort=1e999', 'field.effort invalid_type'],
    ['field.effort=01', 'field.effort invalid_type'],
    ['field.effort=.5', 'field.effort invalid_type'],
    ['field.effort.min=', 'field.effort.min invalid_type'],
    ['field.effort.min=1&field.effort.min=2', 'field.effort.min repeated'],
    ['field.due.max=soon', 'field.due.max invalid_date'],
    ['field.teams=Sales', 'field.teams invalid_choice'],
    ['field.paying=yes', 'field.paying invalid_type'],
    ['field.effort.most=1', 'field.effort.most unknown'],
    ['field.=1', 'field. unknown'],
    ['fields=1', 'fields unknown'],
    ['field=1', 'field unknown'],
    ['field.note=%00', 'field.note invalid_unicode'],
  ])('%s is refused', async (query, error) => {
    const refused = await list(query);
    expect([refused.status, errorsOf(refused)]).toEqual([400, [error]]);
  });

  it('have pages in the order of the list', async () => {
    const found: string[] = [];
    let path: string | undefined = `${project}/feedback?field.teams=Core&field.teams=Web&limit=1`;
    let pages = 0;
    while (path) {
      const page: Answer = await service.admin.get(path);
      found.push(titles(page));
      path = /<[^>]*(\/projects\/[^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      pages += 1;
    }
    expect([found.join(''), pages]).toEqual(['CBA', 3]);
    const first = await list('field.teams=Core&limit=1');
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1];
    expect(titles(await list(`field.teams=Core&limit=1&cursor=${cursor}`))).toBe('A');
    expect(errorsOf(await list(`field.teams=Web&limit=1&cursor=${cursor}`))).toEqual([
      'cursor invalid_cursor',
    ]);
  });

  it('find many records in the order of the list', async () => {
    const [{ id }] = (await list('field.effort=1')).body;
    await service.database.database.dataSource.query(
      `with added as (
         insert into feedback (id, project_id, user_id, title, description, status, upvotes, created_at)
         select gen_random_uuid(), f.project_id, f.user_id, n::text, '', f.status, n % 1000,
           f.created_at - n * interval '1 minute'
         from feedback f cross join generate_series(1, 1100) n where f.id = $1
         returning *
       )
       insert into feedback_field_values (feedback_id, project_id, key, value, number, created_at)
       select id, project_id, 'effort', title, title::float8, created_at from added
       union all
       select id, project_id, 'due', '2025-01-01', null, created_at from added`,
      [id],
    );
    const pages = async (query: string) => {
      const first = await list(`${query}&limit=2&count=true`);
      if (first.status !== 200) throw new Error(query + ' ' + first.text);
      const next = /<[^>]*(\/projects\/[^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
      const second = await service.admin.get(next);
      const found = [...first.body, ...second.body].map(({ title }: { title: string }) => title);
      return [found.join(' '), first.headers.get('x-total-count')];
    };
    expect(await pages('field.effort.min=50')).toEqual(['50 51 52 53', '1051']);
    expect(await pages('field.effort.max=1090&sort=oldest')).toEqual(['1090 1089 1088 1087', '1094']);
    expect(await pages('field.effort.min=50&sort=most_upvoted')).toEqual(['999 998 997 996', '1051']);
    const due = 'field.due.min=2025-01-01&field.due.max=2025-12-31';
    expect(await pages(`${due}&field.effort.min=20`)).toEqual(['20 21 22 23', '1081']);
  });

  it('find the values of now', async () => {
    const [first] = (await list('field.effort=1')).body;
    await service.admin.patch(`${project}/feedback/${first.id}`, { fields: { effort: 7, teams: ['Web'] } });
    expect(titles(await list('field.effort=1'))).toBe('');
    expect(titles(await list('field.effort=7'))).toBe('A');
    expect(titles(await list('field.teams=Core'))).toBe('B');
    expect(titles(await list('field.teams=Web'))).toBe('CBA');
  });
});

describe('An import', () => {
  const definition = {
    kind: 'field',
    key: 'platform',
    name: 'Platform',
    type: 'choice',
    options: ['iOS', 'Android'],
    required: true,
    set_by: 'editors',
    visible_to: 'everyone',
    position: 1,
  };

  const imported = (records: object[], query = ''): Promise<any> =>
    importFile(service, project, portableFile(records), query);

  it.each(['&dry_run=true', '&notify=true', ''])(
    'creates fields and stores their values (%s)',
    async (query) => {
      const records = [
        definition,
        feedback('1', { fields: { platform: 'iOS' } }),
        feedback('2', { fields: {} }),
      ];
      expect((await imported(records, query)).progress).toMatchObject({ created: 3, failed: 0 });
      if (query === '&dry_run=true') return;
      const { kind: _, ...stored } = definition;
      expect((await service.admin.get(`${project}/fields`)).body).toEqual([stored]);
      const [found, ...others] = (
        await service.admin.get(`${project}/feedback?field.platform=iOS&include=fields`)
      ).body;
      expect([found.title, found.fields, others]).toEqual(['Title of 1', { platform: 'iOS' }, []]);
      expect((await imported(records, query)).progress).toMatchObject({ skipped: 3 });
      const changed = [feedback('1', { fields: { platform: 'Android' } }), feedback('2')];
      expect((await imported(changed, query)).progress).toMatchObject({ updated: 1, skipped: 1 });
      expect((await service.admin.get(`${project}/feedback?field.platform=iOS`)).body).toEqual([]);
      expect((await service.admin.get(`${project}/feedback?field.platform=Android`)).body).toHaveLength(1);
    },
  );

  it('leaves out and reports values that do not fit', async () => {
    const fields = { platform: 'Windows', missing: 1, 'a/b': 2 };
    const done = await imported([definition, feedback('1', { fields })]);
    expect(done.progress).toMatchObject({ created: 2, failed: 0 });
    const { body } = await service.admin.get(`${project}/imports/${done.id}/report`);
    expect(body.map(({ code }: { code: string }) => code).sort()).toEqual([
      'invalid_choice',
      'unknown_field',
      'unknown_field',
    ]);
    const [found] = (await service.admin.get(`${project}/feedback?include=fields`)).body;
    expect(found.fields).toEqual({});
  });

  it('changes no definition that stored values do not fit', async () => {
    await define('platform', { type: 'choice', options: ['Web'] });
    const id = await submit({ fields: { platform: 'Web' } });
    expect((await imported([definition])).progress).toMatchObject({ updated: 0, failed: 1 });
    expect(await fieldsOf(id)).toEqual({ platform: 'Web' });
  });
});
