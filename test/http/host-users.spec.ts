import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UserSource } from '../../src/identity/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectSuccess, newFeedback, newProject, unknownId } from '../support/feedback.js';

/** The host's table, whose ids are numbers, and the view that it provides. */
const hostUsers = `
  create table public.customers (
    number bigint generated always as identity primary key,
    mail text,
    name text,
    is_admin boolean not null default false,
    since timestamptz not null default now()
  );
  create function public.user_id(number bigint) returns uuid language sql immutable
    return lpad(to_hex(number), 32, '0')::uuid;
  create unique index on public.customers (public.user_id(number));
  create index on public.customers (lower(mail));
  create view public.people as
    select public.user_id(number) as id, mail as email, name as full_name, null::text as avatar_url,
      is_admin as instance_admin, since as created_at
    from public.customers;
  insert into public.customers (mail, name, is_admin) values ('root@example.com', 'Root', true)`;

const anonymous = { email: '', full_name: '', avatar_url: '' };

let database: TestDatabase;
let service: TestApp;
let admin: Client;
let project: string;
let count = 0;

const query = (sql: string, values: unknown[] = []): Promise<any[]> =>
  database.database.dataSource.query(sql, values);

/** Stores a user of the host, and returns the id. */
async function newCustomer(name: string): Promise<{ id: string; email: string }> {
  const email = `${name}-${(count += 1)}@Example.com`;
  const [{ id }] = await query(
    'insert into public.customers (mail, name) values ($1, $2) returning public.user_id(number) as id',
    [email, name],
  );
  return { id, email };
}

const start = (view: string | null) => startApp({ database, background: true, users: new UserSource(view) });

beforeAll(async () => {
  database = await createTestDatabase();
  await query(hostUsers);
  service = await start('public.people');
  admin = service.admin;
});

beforeEach(async () => {
  project = await newProject(service);
});

afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('The users of a host application', () => {
  it('are embedded in records as they are now, and change the ETag', async () => {
    const feedback = await newFeedback(admin, project);
    const before = await admin.get(feedback);
    expect(before.body.user).toEqual({
      id: '00000000-0000-0000-0000-000000000001',
      email: 'root@example.com',
      full_name: 'Root',
      avatar_url: '',
    });
    await query("update public.customers set name = 'Groot' where number = 1");
    const after = await admin.get(feedback, { 'if-none-match': before.headers.get('etag')! });
    expect([after.status, after.body.user.full_name]).toEqual([200, 'Groot']);
    expect((await admin.get('/me')).body.user.full_name).toBe('Groot');
    await query("update public.customers set name = 'Root' where number = 1");
  });

  it('are found by id and by e-mail address, ignoring case', async () => {
    const ada = await newCustomer('Ada');
    const submitted = await expectSuccess(
      admin.post(`${project}/feedback`, { title: 'A', user: { email: ada.email.toUpperCase() } }),
    );
    expect(submitted.body.user).toEqual({ id: ada.id, email: ada.email, full_name: 'Ada', avatar_url: '' });
    const { id } = submitted.body;
    expect((await admin.put(`${project}/feedback/${id}/upvotes/${ada.id}`)).body.upvotes).toBe(1);
    expect((await admin.post(`${project}/members`, { email: ada.email, role: 'viewer' })).status).toBe(201);
    const { body: token } = await admin.post('/tokens', { name: 'Ada', scope: 'read', user_id: ada.id });
    expect((await service.client(token.token as string).get(project)).status).toBe(200);
    expect((await admin.get(`/users?email=${ada.email}`)).body).toMatchObject([{ id: ada.id }]);
  });

  it('must exist', async () => {
    expect((await admin.post(`${project}/feedback`, { title: 'A', user_id: unknownId })).status).toBe(400);
    const member = await admin.put(`${project}/members/${unknownId}`, { role: 'viewer' });
    expect([member.status, member.body.code]).toEqual([404, 'user_not_found']);
    await newFeedback(admin, project);
    await expect(query(`insert into votes select id, $1, now() from feedback`, [unknownId])).rejects.toThrow(
      `The user ${unknownId} does not exist.`,
    );
  });

  it.each<[string, () => Promise<{ status: number; body: any }>]>([
    ['POST /users', () => admin.post('/users', { email: 'new@example.com', full_name: 'New' })],
    ['a PATCH', () => admin.patch('/users/00000000-0000-0000-0000-000000000001', { full_name: 'New' })],
    ['feedback', () => admin.post(`${project}/feedback`, { title: 'A', user: { email: 'new@example.com' } })],
    ['an invitation', () => admin.post(`${project}/members`, { email: 'new@example.com', role: 'viewer' })],
  ])('are not created or changed by %s', async (_, send) => {
    const { status, body } = await send();
    expect([status, body.code]).toEqual([409, 'users_managed_elsewhere']);
    expect(await query('select from users')).toEqual([]);
    expect((await admin.get(`${project}/feedback`)).body).toEqual([]);
  });

  it('are anonymous once the host has deleted them, also in events after DELETE', async () => {
    const eve = await newCustomer('Eve');
    await expectSuccess(admin.put(`${project}/members/${eve.id}`, { role: 'viewer' }));
    const { body } = await admin.post(`${project}/feedback`, { title: 'A', user_id: eve.id });
    await query('delete from public.customers where mail = $1', [eve.email]);
    expect((await admin.get(`${project}/feedback/${body.id}`)).body.user).toEqual({
      id: eve.id,
      ...anonymous,
    });
    expect((await admin.delete(`/users/${eve.id}`)).status).toBe(204);
    expect((await admin.get(`${project}/members/${eve.id}`)).status).toBe(404);
    const inEvents = async () =>
      (await admin.get(`${project}/events?type=feedback.created`)).body.map(({ data }: any) => data.user);
    while ((await inEvents()).some(({ email }: any) => email !== '')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await inEvents()).toEqual([{ id: eve.id, ...anonymous }]);
  });
});

describe('The view of users', () => {
  it('is replaced once, whatever the number of processes', async () => {
    const second = await start('public.people');
    await second.close();
    const triggers = await query(
      "select tgname from pg_trigger where tgname like '%_fkey' and not tgisinternal order by 1",
    );
    expect(triggers.length).toBeGreaterThan(6);
  });

  it('can be dropped, and created with other columns', async () => {
    await service.close();
    await query(`
      drop view public.people cascade;
      create view public.people as
        select public.user_id(number) as id, lower(mail) as email, upper(name) as full_name, null as avatar_url,
          is_admin as instance_admin, since as created_at, 'more' as other
        from public.customers`);
    service = await start('public.people');
    expect((await service.admin.get('/me')).body.user.full_name).toBe('ROOT');
  });

  it('must be set once it was', async () => {
    await expect(start(null)).rejects.toThrow(
      'users.view must be set: the database is set up for the users of public.people.',
    );
  });
});
