import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Client,
  errorsOf,
  outcome,
  refusalOf,
  startApp,
  type TestApp,
} from '../support/app.js';
import { importFile } from '../support/import-file.js';
import { type Role } from '../support/operations.js';
import { unique } from '../support/unique.js';
import { feedback, portableFile } from '../support/portable-file.js';
import { expectSuccess, newMember, newProject, submitFeedback, walk } from '../support/feedback.js';
import { eventsOfType } from '../support/events.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ background: true });
});
afterAll(() => service.close());

describe('Fields and their values', () => {
  let slug: string;
  let project: string;

  beforeEach(async () => {
    slug = unique('fields');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Fields', slug });
  });

  async function define(key: string, values: object = {}): Promise<void> {
    const { status, text } = await service.admin.put(`${project}/fields/${key}`, values);
    if (status > 201) throw new Error(text);
  }

  const submit = (values: object = {}, client: Client = service.admin) =>
    submitFeedback(client, project, values);

  const member = (role: Role) => newMember(service, project, role);

  const fieldsOf = async (id: string, client: Client = service.admin) =>
    (await client.get(`${project}/feedback/${id}?include=fields`)).body.fields as object;
  const compact = (json: string) => json.replaceAll('": ', '":');
  const keysOf = ({ body }: Answer) => body.map(({ key }: { key: string }) => key) as string[];
  const eventsOf = (type: string) => eventsOfType(service, project, type);

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
        expect(errorsOf(await service.admin.put(`${project}/fields/${key}`, {}))).toEqual([
          `fieldKey ${code}`,
        ]);
      }
      const put = (values: object) => service.admin.put(`${project}/fields/platform`, values);
      expect(errorsOf(await put({ type: 'choice' }))).toEqual(['/options required']);
      expect(errorsOf(await put({ type: 'text', options: ['iOS'] }))).toEqual(['/options not_taken']);
      expect(errorsOf(await put({ type: 'choices', options: ['iOS', 'iOS'] }))).toEqual([
        '/options repeated',
      ]);
      expect(errorsOf(await put({ type: 'choice', options: ['iOS', ''] }))).toEqual(['/options/1 blank']);
      expect(errorsOf(await put({ type: 'json', required: 'yes' })).sort()).toEqual([
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
      expect(
        (await eventsOf('feedback.updated')).map(({ data, previous }) => [data.fields, previous]),
      ).toEqual([[{ ...others, effort: 3 }, { fields: values }]]);
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
      expect(errorsOf(refused).sort()).toEqual([...errors, '/title blank']);
      const path = `${project}/feedback/${await submit({ fields: values })}`;
      const more = { teams: ['Web', 'Web'], effort: 1e16, constructor: 'x', note: 'x'.repeat(2_001) };
      expect(errorsOf(await service.admin.patch(path, { title: 'New', fields: more })).sort()).toEqual([
        '/fields/constructor unknown_field',
        '/fields/effort out_of_range',
        '/fields/note too_long',
        '/fields/teams repeated',
      ]);
      expect(errorsOf(await service.admin.patch(path, { fields: ['note'] }))).toEqual([
        '/fields invalid_type',
      ]);
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
      await submit({
        title: 'A',
        fields: { effort: 1, teams: ['Core'], due: '2026-01-31', note: `${long}a` },
      });
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
      expect([titles(found), found.headers.get('x-total-count')]).toEqual([
        expected,
        String(expected.length),
      ]);
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
      await service.query(
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
});

describe('Changes at the same time', () => {
  let project: string;

  beforeAll(async () => {
    const slug = unique('fields');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Fields', slug });
  });

  const times = <T>(number: number, work: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: number }, (_, n) => work(n)));

  const submit = (fields: object) => service.admin.post(`${project}/feedback`, { title: 'Wish', fields });

  const values = async (key: string): Promise<unknown[]> => {
    const { body } = await service.admin.get(`${project}/feedback?include=fields`);
    return body.flatMap(({ fields }: { fields: Record<string, unknown> }) => fields[key] ?? []);
  };

  it('values fit a definition that changes at the same time', async () => {
    for (let round = 1; round <= 5; round++) {
      const key = `field_${round}`;
      const put = (type: string) => service.admin.put(`${project}/fields/${key}`, { type });
      await put('text');
      const [retyped, ...answers] = await Promise.all([
        put('number'),
        ...Array.from({ length: 6 }, () => submit({ [key]: 'text' })),
      ]);
      expect([200, 409]).toContain(retyped.status);
      const { type } = (await service.admin.get(`${project}/fields/${key}`)).body;
      const stored = answers.filter(({ status }: Answer) => status === 201).length;
      expect([type, stored]).toEqual(retyped.status === 200 ? ['number', 0] : ['text', stored]);
      expect(answers.every(({ status }: Answer) => status === 201 || status === 400)).toBe(true);
      expect(await values(key)).toHaveLength(stored);
    }
  });

  it('a field that is deleted leaves no values behind', async () => {
    const key = 'deleted';
    await service.admin.put(`${project}/fields/${key}`, {});
    await times(3, () => submit({ [key]: 'before' }));
    const [deleted, ...answers] = await Promise.all([
      service.admin.delete(`${project}/fields/${key}`),
      ...Array.from({ length: 8 }, () => submit({ [key]: 'meanwhile' })),
    ]);
    expect(deleted.status).toBe(204);
    expect(answers.every(({ status }: Answer) => status === 201 || status === 400)).toBe(true);
    expect(await values(key)).toEqual([]);
    expect((await submit({ [key]: 'after' })).body.errors[0].code).toBe('unknown_field');
  });
});

describe('Lists that are sorted by a field', () => {
  let project: string;

  const titlesOf = (records: { title: string }[]) => records.map(({ title }) => title).join('');

  async function define(key: string, values: object): Promise<void> {
    await expectSuccess(service.admin.put(`${project}/fields/${key}`, values));
  }

  async function submit(title: string, fields: object): Promise<string> {
    const { body } = await expectSuccess(service.admin.post(`${project}/feedback`, { title, fields }));
    return body.id as string;
  }

  const pathOf = (sort: string, query = '') => `${project}/feedback?sort=${sort}&limit=2${query}`;
  const sorted = async (sort: string, query = '') => titlesOf(await walk(service.admin, pathOf(sort, query)));

  describe('A list of feedback that is sorted by a field', () => {
    const long = 'x'.repeat(300);
    const ids: Record<string, string> = {};

    beforeAll(async () => {
      project = await newProject(service);
      await define('name', {});
      await define('site', { type: 'url' });
      await define('effort', { type: 'number' });
      await define('paying', { type: 'boolean' });
      await define('due', { type: 'date' });
      await define('tier', { type: 'choice', options: ['Gold', 'Silver', 'Free', 'Bronze'] });
      await define('teams', { type: 'choices', options: ['Core', 'Web'] });
      await define('cost', { type: 'number', visible_to: 'editors' });
      const all: Record<string, object> = {
        A: { name: 'beta', effort: 10, due: '2026-02-01', tier: 'Bronze', cost: 1 },
        B: { name: 'Alpha', effort: -2.5, paying: true, tier: 'Gold', site: 'https://b.example/' },
        C: { effort: 9, due: '2025-12-31', paying: false, tier: 'Silver', cost: 3 },
        D: { name: `${long}d`, tier: 'Gold', due: '2026-01-31' },
        E: {},
        F: { name: 'gamma', effort: 1e-7, site: 'https://a.example/', teams: ['Core'], cost: 2 },
        G: { effort: 0 },
        H: {},
      };
      for (const [title, fields] of Object.entries(all)) ids[title] = await submit(title, fields);
    });

    it.each([
      ['field.effort', 'BGFCAHED', 'ACFGBHED'],
      ['field.due', 'CDAHGFEB', 'ADCHGFEB'],
      ['field.paying', 'CBHGFEDA', 'BCHGFEDA'],
      ['field.tier', 'DBCAHGFE', 'ACDBHGFE'],
      ['field.name', 'BAFDHGEC', 'DFABHGEC'],
      ['field.site', 'FBHGEDCA', 'BFHGEDCA'],
      ['field.cost', 'AFCHGEDB', 'CFAHGEDB'],
    ])(
      'has its pages in the order of the values, the feedback without one last: %s',
      async (sort, ascending, descending) => {
        expect(await sorted(sort)).toBe(ascending);
        expect(await sorted(`${sort}.desc`)).toBe(descending);
        const { headers } = await service.admin.get(pathOf(sort, '&count=true'));
        expect(headers.get('x-total-count')).toBe('8');
      },
    );

    it('can be filtered and searched', async () => {
      expect(await sorted('field.effort', '&field.tier=Bronze&field.tier=Silver')).toBe('CA');
      expect(await sorted('field.name.desc', '&field.effort.min=0')).toBe('FAGC');
      expect(await sorted('field.tier', '&q=A')).toBe('A');
      expect(await sorted('field.tier', '&status=planned')).toBe('');
    });

    it('compares texts by their first 150 characters, ignoring case', async () => {
      const emoji = `${'m'.repeat(149)}😀${'b'.repeat(100)}`;
      const added = [
        await submit('Y', { name: emoji }),
        await submit('Z', { name: `${'M'.repeat(140)}a${'b'.repeat(100)}` }),
      ];
      expect(await sorted('field.name')).toBe('BAFZYDHGEC');
      expect(await sorted('field.name.desc')).toBe('DYZFABHGEC');
      expect(await sorted('newest', `&field.name=${encodeURIComponent(emoji)}`)).toBe('Y');
      for (const id of added) await expectSuccess(service.admin.delete(`${project}/feedback/${id}`));
    });

    it('can be streamed', async () => {
      const { text } = await service.admin.get(`${project}/feedback?sort=field.effort`, {
        accept: 'application/x-ndjson',
      });
      const records = text.trim().split('\n');
      expect(titlesOf(records.map((line) => JSON.parse(line) as { title: string }))).toBe('BGFCAHED');
    });

    it('shows the values of the time of each page', async () => {
      const set = (title: string, effort: number | null) =>
        expectSuccess(service.admin.patch(`${project}/feedback/${ids[title]}`, { fields: { effort } }));
      let pages = 0;
      // After the first page, `BG`: C moves behind A, and H gets a value. F, which is on the next page, gets an earlier one.
      const records = await walk(service.admin, pathOf('field.effort'), async () => {
        pages += 1;
        if (pages > 1) return;
        await set('C', 11);
        await set('H', 12);
        await set('F', -3);
      });
      expect(titlesOf(records)).toBe('BGACHED');
      await set('C', 9);
      await set('H', null);
      await set('F', 1e-7);
      expect(await sorted('field.effort')).toBe('BGFCAHED');
    });

    it('has feedback whose option a host has removed among the feedback without a value', async () => {
      const { dataSource } = service.database.database;
      const remove = `update custom_fields set options = array_remove(options, 'Silver') where key = 'tier'`;
      await dataSource.query(remove);
      expect(await sorted('field.tier')).toBe('DBAHGFEC');
      expect(await sorted('field.tier.desc')).toBe('ADBHGFEC');
      await define('tier', { type: 'choice', options: ['Gold', 'Silver', 'Free', 'Bronze'] });
    });

    it.each([' ', '', '0b1', '1e-400', '1e400', 'NaN', '0x1'])(
      'refuses a cursor with the number %j',
      async (number) => {
        const { headers } = await service.admin.get(pathOf('field.effort'));
        const [, cursor = ''] = /[?&]cursor=([\w-]+)/.exec(headers.get('link')!)!;
        const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
        const changed = parts.with(2, number);
        const other = Buffer.from(JSON.stringify(changed)).toString('base64url');
        expect(parts[2]).toBe('0');
        expect(refusalOf(await service.admin.get(pathOf('field.effort', `&cursor=${other}`)))).toEqual([
          400,
          'cursor invalid_cursor',
        ]);
      },
    );

    it.each([
      ['field.missing', 'sort unknown_field'],
      ['field.teams', 'sort not_sortable'],
      ['field.teams.desc', 'sort not_sortable'],
      ['field.effort.asc', 'sort invalid_choice'],
      ['field.effort.min', 'sort invalid_choice'],
      ['field.Effort', 'sort invalid_choice'],
      ['field.', 'sort invalid_choice'],
      ['-field.effort', 'sort invalid_choice'],
      ['effort', 'sort invalid_choice'],
    ])('is refused: %s', async (sort, error) => {
      expect(refusalOf(await service.admin.get(pathOf(sort)))).toEqual([400, error]);
    });

    it('has cursors of its own', async () => {
      const { headers } = await service.admin.get(pathOf('field.effort'));
      const cursor = /cursor=([^&>]+)/.exec(headers.get('link')!)![1]!;
      expect((await service.admin.get(pathOf('field.effort', `&cursor=${cursor}`))).status).toBe(200);
      for (const sort of ['field.effort.desc', 'field.due', 'newest']) {
        const refused = await service.admin.get(pathOf(sort, `&cursor=${cursor}`));
        expect(refusalOf(refused)).toEqual([400, 'cursor invalid_cursor']);
      }
      const [fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
      for (const number of ['', 'NaN', '1e999', 'x']) {
        const forged = Buffer.from(JSON.stringify([fingerprint, '0', number, ids['A']])).toString(
          'base64url',
        );
        const refused = await service.admin.get(pathOf('field.effort', `&cursor=${forged}`));
        expect([number, ...refusalOf(refused)]).toEqual([number, 400, 'cursor invalid_cursor']);
      }
    });

    it('does not reveal fields that the reader does not see', async () => {
      const contributor = await newMember(service, project, 'contributor');
      expect(refusalOf(await contributor.get(pathOf('field.cost')))).toEqual([400, 'sort unknown_field']);
      const found = await walk(contributor, pathOf('field.effort'));
      expect(titlesOf(found)).toBe('BGFCAHED');
      await expectSuccess(service.admin.patch(`${project}/settings`, { public_feedback: true }));
      const everyone = (query: string) => service.send('GET', `/public/v1${project}/feedback?${query}`);
      expect(titlesOf((await everyone('sort=field.tier.desc')).body)).toBe('ACDBHGFE');
      const page = await everyone('sort=field.tier.desc&limit=3');
      const next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!;
      expect(titlesOf((await service.send('GET', next)).body)).toBe('BHG');
      expect(refusalOf(await everyone('sort=field.cost'))).toEqual([400, 'sort unknown_field']);
    });

    it('excludes merged feedback', async () => {
      await expectSuccess(service.admin.post(`${project}/feedback/${ids['C']}/merge`, { into: ids['A'] }));
      expect(await sorted('field.effort')).toBe('BGFAHED');
    });
  });
});
