import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeclaredField } from '../../src/platform/config/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newMember, newProject } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { feedback, person, portableFile } from '../support/portable-file.js';

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
      { key: 'seats', name: 'Seats', type: 'number', set_by: 'editors', visible_to: 'editors', position: 2 },
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
