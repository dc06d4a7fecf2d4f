import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import {
  FeedbackServiceModule,
  HostTokenVerifier,
  type HostUser,
  HostUserDirectory,
  ProjectAuthorizer,
} from '../../src/index.js';
import { Caches } from '../../src/platform/caches/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectSuccess, newFeedback, newProject, unknownId } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import {
  comment,
  entry,
  externalId,
  feedback,
  person,
  portableFile,
  vote,
} from '../support/portable-file.js';
import { serverUrl } from '../support/server-url.js';
import { createDatabase } from '../support/server-database.js';

describe('Host users', () => {
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
  create index on public.customers (nullif(lower(mail), ''));
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

  const start = (view: string | null, ports: Provider[] = []) =>
    startApp({ database, background: true, ports, ...(view !== null && { users: { view } }) });

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
      await expect(
        query(`insert into votes select id, $1, now() from feedback`, [unknownId]),
      ).rejects.toThrow(`The user ${unknownId} does not exist.`);
    });

    it.each<[string, () => Promise<{ status: number; body: any }>]>([
      ['POST /users', () => admin.post('/users', { email: 'new@example.com', full_name: 'New' })],
      ['a PATCH', () => admin.patch('/users/00000000-0000-0000-0000-000000000001', { full_name: 'New' })],
      ['a PATCH of oneself', () => admin.patch('/me', { full_name: 'New' })],
      [
        'feedback',
        () => admin.post(`${project}/feedback`, { title: 'A', user: { email: 'new@example.com' } }),
      ],
      ['an invitation', () => admin.post(`${project}/members`, { email: 'new@example.com', role: 'viewer' })],
    ])('are not created or changed by %s', async (_, send) => {
      const { status, body } = await send();
      expect([status, body.code]).toEqual([409, 'users_managed_elsewhere']);
      expect(await query('select from users')).toEqual([]);
      expect((await admin.get(`${project}/feedback`)).body).toEqual([]);
    });

    it('do not delete themselves here', async () => {
      const { status, body } = await admin.delete('/me');
      expect([status, body.code]).toEqual([409, 'users_managed_elsewhere']);
      expect((await admin.get('/me')).status).toBe(200);
    });

    it.each([null, ''])('cannot use their tokens once the host has set their address to %p', async (mail) => {
      const eve = await newCustomer('Eve');
      const { body: token } = await admin.post('/tokens', { name: 'Eve', scope: 'read', user_id: eve.id });
      const client = service.client(token.token as string);
      expect((await client.get('/me')).status).toBe(200);
      await query('update public.customers set mail = $1 where mail = $2', [mail, eve.email]);
      service.app.get(Caches).invalidate();
      const { status, body } = await client.get('/me');
      expect([status, body.code]).toEqual([401, 'invalid_token']);
    });

    it('are deleted by well-formed ids, and as the version that was read', async () => {
      expect((await admin.delete('/users/abc')).status).toBe(404);
      const eve = await newCustomer('Eve');
      expect((await admin.delete(`/users/${eve.id}`, { 'if-match': '"1"' })).status).toBe(412);
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
      while (!(await inEvents()).some(({ email }: any) => email === '')) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(await inEvents()).toEqual([{ id: eve.id, ...anonymous }]);
    });
  });

  describe('An import with people who are not users of the host', () => {
    const imported = async (records: readonly object[], query = '') => {
      const { state, progress, report } = await importFile(service, project, portableFile(records), query);
      return {
        state,
        progress,
        report: report
          .map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)
          .sort((a: string, b: string) => parseInt(a) - parseInt(b)),
      };
    };

    it('reports them and the records that need them, and imports all others', async () => {
      const ada = await newCustomer('Ada');
      const bob = { email: `bob-${(count += 1)}@example.com` };
      const file = [
        person('ada', { email: ada.email.toLowerCase() }), // Line 2
        person('bob', bob),
        { kind: 'member', person: 'bob', role: 'viewer', created_at: '2020-01-02T03:04:05.678Z' },
        feedback('f1', { person: 'ada', vote_count: 3 }), // Line 5
        feedback('f2', { person: 'bob' }),
        feedback('f3'),
        vote('f1', 'ada'),
        vote('f1', 'bob'),
        comment('c1', 'f1', { person: 'ada' }), // Line 10
        comment('c2', 'f1', { person: 'bob' }),
        comment('c3', 'f2', { person: 'ada' }),
        entry('e1', { person: 'bob' }),
        entry('e2'),
        externalId('1', 'ada'), // Line 15
        externalId('2', 'bob'),
      ];
      const outcome = {
        state: 'completed',
        progress: { read: 15, created: 5, updated: 0, skipped: 1, failed: 9 },
        report: [
          '3 user_not_found',
          '4 user_not_found',
          '6 user_not_found',
          '7 user_not_found',
          '9 unknown_voter',
          '11 user_not_found',
          '12 unknown_feedback',
          '13 user_not_found',
          '16 user_not_found',
        ],
      };
      expect(await imported(file, '&dry_run=true')).toEqual(outcome);
      const votesWithoutVoters = '0 votes_without_voters';
      expect(await imported(file)).toEqual({ ...outcome, report: [votesWithoutVoters, ...outcome.report] });
      const { body: stored } = await admin.get(`${project}/feedback`);
      expect(stored).toMatchObject([{ title: 'Title of f1', upvotes: 3, user: { id: ada.id } }]);
      expect((await admin.get(`${project}/changelogs`)).body).toMatchObject([{ title: 'Title of e2' }]);
      expect(await query('select from users')).toEqual([]);

      // The host adds the missing person: the same file adds what was left out.
      await query('insert into public.customers (mail, name) values ($1, $2)', [bob.email, 'Bob']);
      expect(await imported(file)).toEqual({
        state: 'completed',
        progress: { read: 15, created: 7, updated: 0, skipped: 7, failed: 1 },
        report: [votesWithoutVoters, '7 user_not_found'],
      });
      expect((await admin.get(`${project}/feedback?q=f1`)).body).toMatchObject([{ upvotes: 3 }]);

      // A dry run remembers whom earlier parts of the file have found.
      const many = Array.from({ length: 600 }, (_, index) => feedback(`m${index}`, { person: 'eve' }));
      const eve = person('eve', { email: (await newCustomer('Eve')).email });
      expect((await imported([eve, ...many], '&dry_run=true')).progress).toMatchObject({
        created: 600,
        failed: 0,
      });

      // The host has deleted a person whom an earlier import found.
      await query('delete from public.customers where mail = $1', [bob.email]);
      const { report } = await imported([person('bob', bob), feedback('f4', { person: 'bob' })]);
      expect(report).toEqual([votesWithoutVoters, '2 user_not_found', '3 user_not_found']);
    });
  });

  describe('The search for an e-mail address', () => {
    it('ignores case as lower() of the database does', async () => {
      const [sharp, double] = [await newCustomer('Groß'), await newCustomer('Gross')];
      await query('update public.customers set mail = $1 where mail = $2', ['groß@example.com', sharp.email]);
      await query('update public.customers set mail = $1 where mail = $2', [
        'gross@example.com',
        double.email,
      ]);
      for (const [email, { id }] of [
        ['GROß@example.com', sharp] as const,
        ['GROSS@example.com', double] as const,
      ]) {
        const { body } = await admin.post(`${project}/feedback`, { title: 'A', user: { email } });
        expect(body.user.id).toBe(id);
        expect((await admin.get(`/users?email=${encodeURIComponent(email)}`)).body).toMatchObject([{ id }]);
      }
    });

    it('uses the index that the page on embedding describes', async () => {
      const runner = database.database.dataSource.createQueryRunner();
      try {
        await runner.query('set enable_seqscan = off');
        const plan: unknown = await runner.query(
          `explain select u.id from unnest(array['A@example.com']) as given (key)
         join feedback.user_accounts u on u.email_key = lower(given.key)`,
        );
        expect(JSON.stringify(plan)).toMatch(/Index Scan (using|on) customers_nullif_idx/);
      } finally {
        await runner.query('reset enable_seqscan');
        await runner.release();
      }
    });
  });

  describe('A HostUserDirectory in the option ports', () => {
    /** Knows one user by an alias, which the view does not contain. */
    class Aliases extends HostUserDirectory {
      static aliased = '';

      override exists(id: string): Promise<boolean> {
        return Promise.resolve(id === Aliases.aliased);
      }

      override async findIdByEmail(email: string): Promise<string | null> {
        return (await this.findIdsByEmails([email])).get(email) ?? null;
      }

      override findIdsByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
        const found = emails.filter((email) => email.toLowerCase() === 'alias@example.com');
        return Promise.resolve(new Map(found.map((email) => [email, Aliases.aliased])));
      }
    }

    it('replaces the view in searches for users', async () => {
      const [ada, eve] = [await newCustomer('Ada'), await newCustomer('Eve')];
      Aliases.aliased = ada.id;
      const second = await start('public.people', [{ provide: HostUserDirectory, useClass: Aliases }]);
      try {
        const submitted = await second.admin.post(`${project}/feedback`, {
          title: 'A',
          user: { email: 'Alias@example.com' },
        });
        expect([submitted.status, submitted.body.user]).toMatchObject([
          201,
          { id: ada.id, email: ada.email },
        ]);
        const unknown = await second.admin.post(`${project}/feedback`, {
          title: 'A',
          user: { email: eve.email },
        });
        expect([unknown.status, unknown.body.code]).toEqual([409, 'users_managed_elsewhere']);
        const statuses = [ada, eve].map(async ({ id }) => {
          const { status } = await second.admin.put(`${project}/members/${id}`, { role: 'viewer' });
          return status;
        });
        expect(await Promise.all(statuses)).toEqual([201, 404]);
      } finally {
        await second.close();
      }
    });
  });

  describe('The view of users', () => {
    it('is set up once, even if a second process starts', async () => {
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

    it('cannot be removed from the options later', async () => {
      await expect(start(null)).rejects.toThrow(
        'users.view must be set: the database is set up for the users of public.people.',
      );
    });
  });
});

describe('Host users start', () => {
  const columns = {
    id: "'00000000-0000-0000-0000-000000000001'::uuid",
    email: "'ada@example.com'::text",
    full_name: "'Ada'::text",
    avatar_url: 'null::text',
    instance_admin: 'true',
    created_at: 'now()',
  };

  const bootstrapToken = 'token-of-the-first-admin-of-the-host';

  let database: TestDatabase;
  let service: TestApp | undefined;

  /** Returns a statement with one user. A column that is null is left out. */
  function oneUser(changed: Record<string, string | null> = {}): string {
    const selected = Object.entries<string | null>({ ...columns, ...changed }).flatMap(([name, value]) =>
      value === null ? [] : `${value} as ${name}`,
    );
    return `select ${selected.join(', ')}`;
  }

  /** Creates the view anew. */
  async function createView(changed: Record<string, string | null> = {}): Promise<void> {
    await database.database.dataSource.query(`
    drop view if exists public.people cascade;
    create view public.people as ${oneUser(changed)}`);
  }

  const start = (settings: Parameters<typeof startApp>[0] = {}, view = 'public.people') =>
    startApp({ database, users: { view }, ...settings });

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  afterAll(() => database.drop());

  describe('A start with the users of a host', () => {
    it.each<[string, Record<string, string | null>, string[]]>([
      [
        'without columns',
        { full_name: null, created_at: null },
        [
          'users.view must have the column full_name of the type text: public.people has none.',
          'users.view must have the column created_at of the type timestamptz: public.people has none.',
        ],
      ],
      [
        'with numbers as ids',
        { id: '1' },
        [
          'users.view must have the column id of the type uuid, but it has the type integer in public.people.',
        ],
      ],
      [
        'with a date and a number for texts and truth values',
        { email: 'current_date', instance_admin: '1::smallint' },
        [
          'users.view must have the column email of the type text, but it has the type date in public.people.',
          'users.view must have the column instance_admin of the type boolean, but it has the type smallint in public.people.',
        ],
      ],
    ])('is refused for a view %s', async (_, changed, sentences) => {
      await createView(changed);
      await expect(start()).rejects.toThrow(new Error(sentences.join('\n')));
    });

    it('is refused for a view that does not exist', async () => {
      await expect(start({}, 'crm.people')).rejects.toThrow(
        new Error('users.view must be a table or view that exists: the database has no crm.people.'),
      );
    });

    it('accepts types of the same kind, also domains', async () => {
      await database.database.dataSource.query('create domain public.address as varchar(200)');
      await createView({
        email: "'ada@example.com'::public.address",
        full_name: "'Ada'::char(3)",
        avatar_url: 'null',
        created_at: 'localtimestamp',
      });
      service = await start();
      expect((await service.admin.get('/me')).body.user.email).toBe('ada@example.com');
    });

    it('warns of a bootstrap token without an admin, until there is one', async () => {
      await createView({ instance_admin: 'false' });
      const environment = { LOG_LEVEL: 'warn', BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
      service = await start({ environment });
      expect(service.logLines.join()).toContain(
        'authentication.bootstrapToken has no effect: no user in public.people (users.view) has instance_admin. ' +
          'The token becomes valid at the next start after one has.',
      );
      expect((await service.client(bootstrapToken).get('/me')).status).toBe(401);
      await service.close();

      await createView();
      service = await start({ environment });
      expect(service.logLines.join()).not.toContain('bootstrapToken');
    });
  });

  it('the first start on a database assigns the bootstrap token to an admin of the host', async () => {
    const { url, direct, drop } = await createDatabase(serverUrl!);
    const client = new pg.Client(direct ?? url);
    await client.connect();
    try {
      await client.query(`create view public.people as ${oneUser()}`);
      const module = FeedbackServiceModule.forRoot({
        database: { url, ...(direct !== undefined && { directUrl: direct }) },
        users: { view: 'public.people' },
        authentication: { bootstrapToken },
        backgroundWork: false,
      });
      const app = await NestFactory.createApplicationContext(module, { abortOnError: false, logger: false });
      await app.close();
      const { rows } = await client.query('select user_id, scope from feedback.access_tokens');
      expect(rows).toEqual([{ user_id: '00000000-0000-0000-0000-000000000001', scope: 'admin' }]);
    } finally {
      await client.end();
      await drop();
    }
  });

  describe('A start with a role that cannot read the view', () => {
    it('fails with the privileges that the role needs', async () => {
      const { url, direct, drop } = await createDatabase(serverUrl!);
      const client = new pg.Client(direct ?? url);
      await client.connect();
      const role = `fcs_role_${process.pid}`;
      try {
        await client.query(`
        create role ${role} login password 'of the test';
        create schema crm;
        create view crm.people as ${oneUser()};
        do $$ begin execute format('grant create on database %I to ${role}', current_database()); end $$`);
        const limited = new URL(direct ?? url);
        [limited.username, limited.password] = [role, 'of the test'];
        const module = FeedbackServiceModule.forRoot({
          database: { url: limited.href },
          users: { view: 'crm.people' },
          backgroundWork: false,
        });
        const app = NestFactory.createApplicationContext(module, { abortOnError: false, logger: false });
        await expect(app).rejects.toThrow(
          new Error(
            `users.view must be readable: grant usage on the schema crm to the role ${role}.\n` +
              `users.view must be readable: grant select on crm.people to the role ${role}.`,
          ),
        );
      } finally {
        await client.end();
        await drop();
        const server = new pg.Client(serverUrl);
        await server.connect();
        await server.query(`drop role if exists ${role}`);
        await server.end();
      }
    });
  });

  describe('Invalid values from the host', () => {
    class Tokens extends HostTokenVerifier {
      override verify(token: string): Promise<HostUser> {
        return Promise.resolve(JSON.parse(atob(token)) as HostUser);
      }
    }

    it.each([
      [
        { userId: '2', scope: 'read' },
        'The HostTokenVerifier must return a userId that is a UUID, the id of a user of the service or of users.view: \\"2\\" is none.',
      ],
      [
        { issuer: 'host', subject: '1', scope: 'all' },
        'The HostTokenVerifier must return a scope out of read, write, admin: \\"all\\" is none.',
      ],
    ])('log an error: %j from the HostTokenVerifier', async (returned, sentence) => {
      await createView();
      service = await start({
        failing: true,
        ports: [{ provide: HostTokenVerifier, useClass: Tokens }],
      });
      const answer = await service.client(btoa(JSON.stringify(returned))).get('/me');
      expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
      expect(service.logLines.join()).toContain(sentence);
    });

    it('include a HostTokenVerifier that is not among the ports, of which the start warns', async () => {
      await createView();
      const warning = 'Tokens has no effect: the option ports must contain the HostTokenVerifier.';
      const environment = { LOG_LEVEL: 'warn' };
      service = await start({ environment, providers: [Tokens] });
      expect(service.logLines.join()).toContain(warning);
      await service.close();
      const ports = [{ provide: HostTokenVerifier, useClass: Tokens }];
      service = await start({ environment, providers: [Tokens], ports });
      expect(service.logLines.join()).not.toContain('has no effect');
    });

    it('reject a caller whose id is not a UUID', async () => {
      await createView();
      service = await start();
      const caller = {
        ...{ userId: '2', instanceAdmin: false, scope: 'read' as const },
        ...{ tokenId: null, projectId: null, tokenExpiresAt: null },
      };
      const access = service.app.get(ProjectAuthorizer, { strict: false });
      await expect(access.authorize(caller, 'acme', 'viewer')).rejects.toMatchObject({
        code: 'invalid_input',
        fieldErrors: [{ pointer: '/user_id', code: 'invalid_uuid' }],
      });
    });
  });

  it('the service can be mounted only once in an application', async () => {
    const mounted = () => FeedbackServiceModule.forRoot({ database: { url: 'postgres://localhost:9/none' } });

    @Module({ imports: [mounted(), mounted()] })
    class Host {}

    await expect(
      NestFactory.createApplicationContext(Host, { abortOnError: false, logger: false }),
    ).rejects.toThrow(
      'FeedbackServiceModule can be mounted once in an application: call forRoot() or forRootAsync() once, in one module.',
    );
  });
});
