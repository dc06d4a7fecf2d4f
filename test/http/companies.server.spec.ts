import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newMember, newProject, walk } from '../support/feedback.js';

let service: TestApp;
let project: string;
let editor: Client & { userId: string };

beforeAll(async () => {
  service = await startApp({ background: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
});

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const put = async (path: string, values: object = {}) =>
  (await expectSuccess(editor.put(`${project}/${path}`, values))).body;
const get = async (path: string) => (await expectSuccess(editor.get(`${project}/${path}`))).body;
const idsOf = (records: { external_id: string }[]) => records.map(({ external_id: id }) => id);
const eventsOf = (type: string) =>
  service.database.database.dataSource.query<{ data: any; previous: any }[]>(
    `select e.data, e.previous from events e join projects p on p.id = e.project_id
     where '/projects/' || p.slug = $1 and e.type = $2 order by e.id`,
    [project, type],
  );

describe('A company', () => {
  it('is created, read, updated and deleted by editors, with events', async () => {
    const path = `${project}/companies/crm%2F77`;
    const values = { name: 'Globex', revenue: 48_000, metadata: { plan: 'b', id: 1 } };
    const created = await editor.put(path, values);
    const time = expect.stringMatching(/^2\d{3}-.*Z$/);
    const record = { external_id: 'crm/77', ...values, created_at: time, updated_at: time };
    expect([created.status, created.body]).toEqual([201, record]);
    const read = await editor.get(path);
    expect([read.status, read.body]).toEqual([200, created.body]);
    const etag = { 'if-match': read.headers.get('etag')! };
    await editor.put(path, values);
    expect((await editor.get(path)).headers.get('etag')).toBe(etag['if-match']);
    const updated = await editor.put(path, { revenue: 36_000 }, etag);
    expect([updated.status, updated.body.revenue, updated.body.name]).toEqual([200, 36_000, 'Globex']);
    expect(outcome(await editor.put(path, { name: 'Late' }, etag))).toBe('412 precondition_failed');
    expect((await editor.put(path, updated.body)).body).toEqual(updated.body);
    expect(outcome(await editor.delete(path, etag))).toBe('412 precondition_failed');
    expect(outcome(await editor.delete(path))).toBe('204');
    expect(outcome(await editor.get(path))).toBe('404 company_not_found');
    expect(outcome(await editor.delete(path))).toBe('404 company_not_found');
    expect(await eventsOf('company.created')).toEqual([{ data: created.body, previous: {} }]);
    expect(await eventsOf('company.updated')).toEqual([
      { data: updated.body, previous: { revenue: 48_000 } },
    ]);
    expect(await eventsOf('company.deleted')).toEqual([{ data: updated.body, previous: {} }]);
  });

  it('is unknown to other projects, viewers and contributors', async () => {
    await put('companies/globex');
    const other = await newProject(service);
    expect(outcome(await service.admin.get(`${other}/companies/globex`))).toBe('404 company_not_found');
    const contributor = await newMember(service, project, 'contributor');
    for (const path of ['companies', 'companies/globex']) {
      expect(outcome(await contributor.get(`${project}/${path}`))).toBe('403 insufficient_role');
    }
    expect(outcome(await contributor.put(`${project}/companies/globex`, {}))).toBe('403 insufficient_role');
  });

  it.each(['%20', '%00', 'x'.repeat(201)])('is refused with the id %s', async (id) => {
    const answer = await editor.put(`${project}/companies/${id}`, {});
    expect([answer.status, answer.body.errors[0].parameter]).toEqual([400, 'companyId']);
    expect(outcome(await editor.get(`${project}/companies/${id}`))).toBe('404 company_not_found');
    expect(outcome(await editor.delete(`${project}/companies/${id}`))).toBe('404 company_not_found');
  });
});

describe('A list of companies', () => {
  beforeEach(async () => {
    for (const [id, name, revenue] of [
      ['1', 'Zeta', Number.MAX_SAFE_INTEGER],
      ['2', 'alpha', 5],
      ['3', 'Alpha 100%', 5],
      ['4', 'Beta', 0],
    ] as const) {
      await put(`companies/${id}`, { name, revenue });
    }
  });

  it.each([
    ['', ['2', '3', '4', '1']],
    ['sort=name', ['2', '3', '4', '1']],
    ['sort=revenue', ['1', '3', '2', '4']],
    ['q=ALPHA', ['2', '3']],
    ['q=100%25&sort=revenue', ['3']],
    ['q=_', []],
  ])('is sorted, filtered and paged: %s', async (query, expected) => {
    expect(idsOf(await get(`companies?${query}`))).toEqual(expected);
    expect(idsOf(await walk(editor, `${project}/companies?${query}&limit=1`))).toEqual(expected);
  });

  it('rejects unknown orders', async () => {
    expect((await editor.get(`${project}/companies?sort=newest`)).body.errors).toMatchObject([
      { parameter: 'sort', code: 'invalid_choice' },
    ]);
  });
});

describe('The people of a company', () => {
  it('are those whose company it is, and belong to none after it was deleted', async () => {
    await put('companies/globex');
    await put('companies/initech');
    const ann = await put('people/ann', { full_name: 'Ann', company: 'globex' });
    expect(ann.company).toBe('globex');
    await put('people/bob', { full_name: 'Bob', company: 'globex' });
    await put('people/cem', {});
    expect(idsOf(await get('people?company=globex'))).toEqual(['ann', 'bob']);
    expect(idsOf(await walk(editor, `${project}/people?company=globex&limit=1`))).toEqual(['ann', 'bob']);
    expect(idsOf(await get('people?company=globex&q=bo'))).toEqual(['bob']);
    expect(await get('people?company=hooli')).toEqual([]);
    const moved = await put('people/bob', { company: 'initech' });
    expect([moved.company, moved.user.full_name, moved.updated_at > moved.created_at]).toEqual([
      ...['initech', 'Bob', true],
    ]);
    expect(await put('people/bob', { full_name: 'Bob' })).toEqual(moved);
    expect((await put('people/bob', { company: '' })).company).toBe('');
    const before = await editor.get(`${project}/people/ann`);
    expect(outcome(await editor.delete(`${project}/companies/globex`))).toBe('204');
    const after = await editor.get(`${project}/people/ann`, {
      'if-none-match': before.headers.get('etag')!,
    });
    expect([after.status, after.body.company]).toEqual([200, '']);
  });

  it('cannot belong to a company that does not exist in the project', async () => {
    const other = await newProject(service);
    await expectSuccess(service.admin.put(`${other}/companies/globex`, {}));
    await put('people/known');
    for (const id of ['known', 'new']) {
      const answer = await editor.put(`${project}/people/${id}`, { full_name: 'Name', company: 'globex' });
      expect([answer.status, answer.body.errors]).toMatchObject([
        ...[400, [{ pointer: '/company', code: 'unknown_company' }]],
      ]);
    }
    expect((await get('people')).map((each: any) => [each.external_id, each.user.full_name])).toEqual([
      ['known', ''],
    ]);
  });

  it('leave it when their user is erased, whose export names the company', async () => {
    await put('companies/globex');
    const { user } = await put('people/ann', { company: 'globex' });
    const exported = await walk(service.admin, `/users/${user.id}/export`);
    expect(exported.filter(({ kind }) => kind === 'person')).toMatchObject([
      { record: { company: 'globex' } },
    ]);
    await expectSuccess(service.admin.delete(`/users/${user.id}`));
    expect(await get('people?company=globex')).toEqual([]);
  });
});
