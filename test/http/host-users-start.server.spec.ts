import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import pg from 'pg';
import { FeedbackServiceModule, HostTokenVerifier, type HostUser, ProjectAccess } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { serverUrl } from '../support/server-url.js';
import { createDatabase } from '../support/server-database.js';

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
      ['users.view must have the column id of the type uuid: that of public.people is integer.'],
    ],
    [
      'with a date and a number for texts and truth values',
      { email: 'current_date', instance_admin: '1::smallint' },
      [
        'users.view must have the column email of the type text: that of public.people is date.',
        'users.view must have the column instance_admin of the type boolean: that of public.people is smallint.',
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
      environment: { LOG_LEVEL: 'error' },
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
    const access = service.app.get(ProjectAccess, { strict: false });
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
